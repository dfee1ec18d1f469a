import { proxy, subscribe } from "valtio";
import type { RequestError } from "../../../shared/client/requestError.ts";
import { currentToasts, watchToasts } from "../../../shared/ui/toasts.ts";
import { keptForTab } from "../platform/storage.ts";
import { readLocationPath } from "../../../shared/client/basePath.ts";

/** Something that was told once: a toast that is gone, an error, a job that ended. */
export interface Notice {
  id: number;
  at: number;
  text: string;
  tone: "success" | "danger";
  /** The page on which it was, or which it leads to. */
  path: string;
  /** The failed request's, for the log. */
  requestId: string;
  isRead: boolean;
}

type Told = Pick<Notice, "text" | "tone"> & {
  requestId?: string;
  path?: string;
  /** It answers what the user just did and saw: it is kept and counts as read. */
  isOwn?: boolean;
};

/** What the bell keeps, the newest first, as long as the tab lives. */
export const notices = proxy<{ items: Notice[] }>({ items: [] });

const keptAtMost = 50;
/** The same words within this time are one notice, unless they lead elsewhere. */
const sameMs = 5000;
/** Shown where they happen, and nothing to come back to: the page says so itself, or the user is gone. */
const unkept = new Set<RequestError["code"]>(["cancelled", "offline", "unauthenticated", "invalid_input"]);

let ownerId: string | null = null;
let lastToastId = 0;

/** Keeps what happens from now on for this user, with what the tab has kept for them before. */
export function openNotices(userId: string): void {
  if (ownerId === userId) return;
  ownerId = userId;
  notices.items = readKept(userId);
}

/** Keeps an error of a call, beside the alert where it happened. */
export function noteError(error: RequestError): void {
  if (unkept.has(error.code)) return;
  note({ text: error.message, tone: "danger", requestId: error.requestId });
}

/** Keeps something that was told; before somebody is inside the console there is nowhere to read it. */
export function note({ text, tone, requestId = "", isOwn = false, ...told }: Told): void {
  if (!ownerId) return;
  const { path = readLocationPath() + location.search } = told;
  const [newest] = notices.items;
  const at = Date.now();
  const isSame = newest?.text === text && (told.path === undefined || newest.path === path);
  if (isSame && at - newest.at < sameMs) return;
  const id = Math.max(0, ...notices.items.map((one) => one.id)) + 1;
  const notice = { id, at, text, tone, requestId, path, isRead: isOwn };
  notices.items = [notice, ...notices.items].slice(0, keptAtMost);
}

/** Marks all as read: the bell was opened. */
export function readNotices(): void {
  for (const notice of notices.items) notice.isRead = true;
}

/** Forgets them when their user leaves, in the tab too. */
export function closeNotices(): void {
  if (ownerId) keptForTab.remove(nameOf(ownerId));
  ownerId = null;
  notices.items = [];
}

/** Takes all of them away. */
export function clearNotices(): void {
  notices.items = [];
}

watchToasts(() => {
  for (const { id, text, tone } of currentToasts().filter((toast) => toast.id > lastToastId)) {
    lastToastId = id;
    note({ text, tone, isOwn: tone === "success" });
  }
});

subscribe(notices, () => {
  if (ownerId) keptForTab.write(nameOf(ownerId), JSON.stringify(notices.items));
});

function readKept(userId: string): Notice[] {
  try {
    return JSON.parse(keptForTab.read(nameOf(userId)) ?? "[]") as Notice[]; // written by ourselves, below
  } catch {
    return [];
  }
}

function nameOf(userId: string): string {
  return `notices:${userId}`;
}
