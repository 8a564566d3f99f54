// The reader's language, where no service has chosen one for the page.
const { documentElement: page } = document;
page.lang = navigator.languages.map((one) => one.slice(0, 2)).find((one) => page.dataset.languages.split(" ").includes(one)) ?? "en";
