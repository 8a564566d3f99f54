// Keeps all files of a table, so that it starts without a network. A newer version waits until no table is open.
const NAME = `tenbo-${VERSION}`;

self.addEventListener("install", (event) => event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES))));

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("tenbo-") && name !== NAME);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  const kept = caches.open(NAME).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((answer) => answer ?? fetch(event.request)));
});
