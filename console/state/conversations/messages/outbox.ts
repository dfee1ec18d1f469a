import { proxy } from "valtio";
import type { RequestErrorCode } from "../../../../shared/client/requestError.ts";
import { authentication } from "../../accounts/authentication.ts";
import type { SentFile } from "../files/composedFiles.ts";
import type { ThreadPlace } from "../threads/conversation.ts";
import { keptForBrowser, nameWritten } from "../../platform/storage.ts";

/** A reply that the server has not acknowledged yet. */
export interface UnsentReply extends ThreadPlace {
  clientId: string;
  content: string;
  attachments: SentFile[];
  /** The position behind the newest message that showed when it was sent; gone where its sender was told of a later one. */
  seenTo?: number;
  /** Its sender wants the conversation resolved with it, unless the visitor writes at this position or behind it. */
  resolvesFrom?: number;
  /** When its sender last wanted it sent. */
  askedAt: number;
  /** Why the last try failed; null before it. What is final waits for its sender, all else is tried again by itself. */
  error: { code: RequestErrorCode; message: string; isFinal: boolean } | null;
  /** Another try is on its way, here or in another tab: the server may have it already, so that nobody takes it back. */
  isSending?: boolean;
}

/** The user's unsent replies of all conversations, in the order in which they were written. */
export const outbox = proxy<{ replies: UnsentReply[] }>({ replies: [] });

/** After this long without attention a reply is forgotten. */
const keptForMs = 30 * 24 * 60 * 60_000;

/** Whether the browser keeps them; else this page alone has them. */
let isKept = true;

/** Reads them as they are now: the browser's storage is one for all tabs, and outlives a reload. */
export function readUnsent(): UnsentReply[] {
  return isKept ? parse(keptForBrowser.read(nameNow())) : [...outbox.replies];
}

/** Shows what another tab, or an earlier page, has left. */
export function showUnsent(): void {
  outbox.replies = readUnsent();
}

/** Changes what is there now, in all tabs. */
export function changeUnsent(change: (before: UnsentReply[]) => UnsentReply[]): void {
  const replies = change(readUnsent());
  const text = replies.length > 0 ? JSON.stringify(replies) : null;
  if (text === null) keptForBrowser.remove(nameNow());
  else keptForBrowser.write(nameNow(), text);
  isKept = keptForBrowser.read(nameNow()) === text;
  if (isKept) removeEventListener("beforeunload", stopClosing);
  else addEventListener("beforeunload", stopClosing);
  outbox.replies = replies;
}

/** Changes one of them, where it is there still. */
export function changeReply(clientId: string, to: (reply: UnsentReply) => UnsentReply): void {
  changeUnsent((before) => before.map((one) => (one.clientId === clientId ? to(one) : one)));
}

/** The name of the user's own in the browser's storage. */
export function nameNow(): string {
  return nameWritten("replies", authentication.user?._id);
}

function parse(text: string | null): UnsentReply[] {
  try {
    const kept = JSON.parse(text ?? "[]") as unknown; // whatever stands in the storage
    return Array.isArray(kept) ? kept.filter(isReply) : [];
  } catch {
    return [];
  }
}

function isReply(one: Partial<UnsentReply> | null): one is UnsentReply {
  return (
    typeof one?.clientId === "string" &&
    typeof one.content === "string" &&
    Array.isArray(one.attachments) &&
    typeof one.askedAt === "number" &&
    Date.now() - one.askedAt < keptForMs
  );
}

function stopClosing(event: Event): void {
  event.preventDefault();
}
