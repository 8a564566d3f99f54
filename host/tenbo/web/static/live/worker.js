// One worker for all pages of a browser: a browser opens six connections, and the seventh page would wait for ever.
import { Hub } from "./hub.js";

const ports = new Set();
const hub = new Hub((news) => {
  for (const port of ports) port.postMessage(news);
});

self.onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data }) => {
    if (data === "bye") ports.delete(port);
    if (data === "again") hub.again();
    if (ports.size === 0) hub.stop();
  };
  ports.add(port);
  hub.start();
  port.postMessage(hub.all());
};
