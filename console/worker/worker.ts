import { showBadge } from "../../shared/client/showBadge.ts";
import { standaloneScope } from "../../shared/domain/standalone.ts";
import { findScope, moveToScope } from "../../shared/domain/standaloneScope.ts";
import { chooseWindow, findBasePath, readNote, readPath, showsAnother } from "./notes.ts";
import { offlinePage } from "./offlinePage.ts";

declare const self: ServiceWorkerGlobalScope;

// A newer worker waits for no tab: nothing of the old one is kept that a page could still need.
self.addEventListener("install", () => void self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  event.respondWith(fetch(event.request).catch(() => offlinePage(crypto.randomUUID())));
});

self.addEventListener("push", (event) => {
  const { title, body, path, tag, about, unread } = readNote(event.data?.text());
  const icon = `${basePath()}${standaloneScope}icon-192.png`;
  // `renotify`: it takes the place of the one before and rings all the same; TypeScript does not know it.
  const options = { body, tag, renotify: true, icon, data: { path, about } };
  const badge = unread === undefined ? [] : [count(unread, path)];
  event.waitUntil(Promise.all([self.registration.showNotification(title, options), ...badge]));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(readPath(event.notification.data)));
});

/** The number on the icon is of one organization: of the one that the app shows, else of the one that told of something last. */
async function count(unread: number, path: string): Promise<void> {
  if (!showsAnother(await listWindows(), path, basePath())) await showBadge(unread);
}

function basePath(): string {
  return findBasePath(self.registration.scope);
}

function listWindows(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: "window", includeUncontrolled: true });
}

/** Brings the conversation to the front: in the window that is open, which keeps what is typed there, or in a new one of this app. */
async function show(path: string): Promise<void> {
  const base = basePath();
  const open = chooseWindow(await listWindows(), path, base);
  const scope = findScope(new URL(self.registration.scope).pathname.slice(base.length)) ?? standaloneScope;
  if (!open) return void (await self.clients.openWindow(base + moveToScope(path, scope)));
  open.postMessage({ open: path });
  await open.focus();
}
