import type { PushNote } from "../../shared/domain/push.ts";
import { standaloneScope, standaloneScopes } from "../../shared/domain/standalone.ts";
import { findScope, moveToScope } from "../../shared/domain/standaloneScope.ts";

/** A window of this server's that is open. */
export interface OpenWindow {
  url: string;
}

/** What a push brought; where that could not be read, nobody knows what it is about. */
export type ArrivedNote = Omit<PushNote, "about" | "unread"> & Partial<PushNote>;

/** Reads what a push brought; where that is nothing of ours the note says only that there is something. */
export function readNote(text: string | undefined): ArrivedNote {
  const plain: ArrivedNote = {
    ...{
      title: "Inbox",
      body: "There’s news in your conversations.",
      path: standaloneScope,
      tag: "inbox",
    },
  };
  if (text === undefined) return plain;
  try {
    return { ...plain, ...(JSON.parse(text) as Partial<PushNote>) }; // from our own server, signed for this browser
  } catch {
    return plain;
  }
}

/** Gives where a click on a note leads. */
export function readPath(data: unknown): string {
  const { path } = (data ?? {}) as { path?: unknown }; // what the worker gave the note
  return typeof path === "string" ? path : standaloneScope;
}

/**
 * Gives the window that a click on a note leads to: one that shows the conversation, with the bar or without; else any
 * inbox, which then goes there; else none.
 */
export function chooseWindow<Window extends OpenWindow>(
  windows: readonly Window[],
  path: string,
  basePath = "",
): Window | undefined {
  const [, , orgId, agentId, threadId] = path.split("/");
  const places = standaloneScopes.map((scope) => moveToScope(path, scope));
  places.push(`/accounts/${orgId}/cp/${agentId}/inbox/conversations/${threadId}`);
  const isAt = (window: OpenWindow) => places.includes(pathOf(window, basePath));
  return windows.find(isAt) ?? windows.find((window) => findScope(pathOf(window, basePath)));
}

/** Whether the app shows an organization, and not the one of a conversation. */
export function showsAnother(windows: readonly OpenWindow[], path: string, basePath = ""): boolean {
  const orgOf = (pathname: string) => (findScope(pathname) ? (pathname.split("/")[2] ?? "") : "");
  const shown = windows.map((window) => orgOf(pathOf(window, basePath))).filter(Boolean);
  return shown.length > 0 && !shown.includes(orgOf(path));
}

/** Gives the path below which the server lies, by the scope that the worker was started for. */
export function findBasePath(scope: string): string {
  const { pathname } = new URL(scope);
  const own = standaloneScopes.find((one) => pathname.endsWith(one));
  return own ? pathname.slice(0, -own.length) : "";
}

function pathOf({ url }: OpenWindow, basePath: string): string {
  return new URL(url).pathname.slice(basePath.length);
}
