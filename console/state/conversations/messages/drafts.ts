import { proxy } from "valtio";
import { authentication } from "../../accounts/authentication.ts";
import { addSent, filesOf } from "../files/composedFiles.ts";
import type { UnsentReply } from "./outbox.ts";
import { keptForBrowser, nameWritten } from "../../platform/storage.ts";

/** What is written for whom: in a conversation, or to and about a contact. */
export type DraftKind = "reply" | "note" | "handBack" | "firstMessage" | "contactNote";

type Drafts = Record<string, { text: string; at: number } | undefined>;

/** How often something came back into a field of a reply: it is redrawn then, with what is kept for it. */
export const givenBack = proxy({ times: 0 });

/** After this long without a change a draft is forgotten. */
const keptForMs = 30 * 24 * 60 * 60_000;
/** What the browser does not keep. */
const here = new Map<string, string>();

/** The name under which a draft is kept. */
export function draftNameOf(kind: DraftKind, id: string): string {
  return `${kind}:${id}`;
}

/** Gives what somebody has typed and not sent; empty where there is nothing. */
export function readDraft(name: string): string {
  return here.get(name) ?? readKept()[name]?.text ?? "";
}

/** Keeps what is typed for its writer: the browser has it still when the tab was closed. */
export function writeDraft(name: string, text: string): void {
  const { [name]: _, ...others } = readKept();
  const drafts = text ? { ...others, [name]: { text, at: Date.now() } } : others;
  if (Object.keys(drafts).length > 0) keptForBrowser.write(nameNow(), JSON.stringify(drafts));
  else keptForBrowser.remove(nameNow());
  here.delete(name);
  if (readDraft(name) !== text) here.set(name, text);
}

/** Puts a reply that was not sent back where it was written, before what is written there meanwhile. */
export function giveBack(reply: UnsentReply): void {
  const name = draftNameOf("reply", reply.threadId);
  const texts = [reply.content, readDraft(name)].filter((text) => text !== "");
  writeDraft(name, texts.join("\n\n"));
  addSent(filesOf(reply, name), reply.attachments);
  givenBack.times += 1;
}

function readKept(): Drafts {
  try {
    const kept = JSON.parse(keptForBrowser.read(nameNow()) ?? "{}") as Drafts; // written by ourselves, above
    const isKept = (at = 0) => Date.now() - at < keptForMs;
    return Object.fromEntries(Object.entries(kept).filter(([, draft]) => isKept(draft?.at)));
  } catch {
    return {};
  }
}

function nameNow(): string {
  return nameWritten("drafts", authentication.user?._id);
}
