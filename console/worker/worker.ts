import { offlinePage } from "./offlinePage.ts";

declare const self: ServiceWorkerGlobalScope;

// A newer worker waits for no tab: nothing of the old one is kept that a page could still need.
self.addEventListener("install", () => void self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  event.respondWith(fetch(event.request).catch(() => offlinePage(crypto.randomUUID())));
});
