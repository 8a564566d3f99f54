// Keeps all files of a table, so that it starts without a network. A newer version waits until no table is open.
const OURS = `tenbo ${new URL("./", self.location).pathname} `;
const NAME = OURS + VERSION;
// From the server: a file of the version before may still be in the browser's own cache.
const wanted = () => FILES.map((file) => new Request(file, { cache: "reload" }));

self.addEventListener("install", (event) => event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(wanted()))));

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith(OURS) && name !== NAME);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  const kept = caches.open(NAME).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((answer) => answer ?? fetch(event.request)));
});
