// The reader's language, where no service has chosen one for the page.
document.documentElement.lang = navigator.languages.map((one) => one.slice(0, 2)).find((one) => ["en", "de", "nl", "ja", "fr"].includes(one)) ?? "en";
