import { createHash } from "node:crypto";
import type { MessageTranslation } from "../../../shared/contract/conversations/conversations.ts";
import { wordsOf } from "../files/attachments.ts";
import { changedAt } from "./changedAt.ts";
import type { ConversationDeps, ThreadKey } from "../deps.ts";
import { findMessage, lockThread } from "../threads/find.ts";
import type { KeptTranslation, MessageRow } from "../tables.ts";
import { tell } from "../threads/tell.ts";

/** How many languages of a message are kept, the newest. */
const mostLanguages = 10;

type Translated = Pick<MessageRow, "content" | "attachments" | "translations">;

/** Gives the translations of what a message says now. */
export function readTranslations(row: Translated): MessageTranslation[] {
  return readKept(row).map(({ language, text, model, credits }) => ({ language, text, model, credits }));
}

/** Gives the one of them in a language. */
export function findTranslation(row: Translated, language: string): MessageTranslation | undefined {
  return readTranslations(row).find((one) => one.language === language);
}

interface ToKeep {
  /** The message as it was when it was translated. */
  message: MessageRow;
  translation: MessageTranslation;
}

/**
 * Keeps a translation with its message and tells the team, unless there is one in its language already: gives the one that is
 * kept; null where the message says something else by now.
 */
export async function keepTranslation(
  deps: Pick<ConversationDeps, "store" | "events" | "now">,
  key: ThreadKey,
  { message, translation }: ToKeep,
): Promise<MessageTranslation | null> {
  return deps.store.transaction(async (tx) => {
    const thread = await lockThread(tx, key);
    const row = await findMessage(tx, thread, message.id);
    const of = markOf(row);
    if (of !== markOf(message)) return null;
    const kept = findTranslation(row, translation.language);
    if (kept) return kept;
    const now = deps.now();
    const own = { ...translation, of, at: changedAt(row, now) };
    const translated = await tx
      .updateTable("messages")
      .set({ translations: JSON.stringify([...readKept(row), own].slice(-mostLanguages)) })
      .where("organizationId", "=", key.organizationId)
      .where("id", "=", row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await tell(deps, tx, { thread, messages: [translated], audience: "team", now });
    return translation;
  });
}

function readKept(row: Translated): KeptTranslation[] {
  if (row.translations === null) return [];
  const of = markOf(row);
  return (JSON.parse(row.translations) as KeptTranslation[]).filter((one) => one.of === of); // written by keepTranslation
}

/** Gives by which its words are known again. */
function markOf(row: Pick<MessageRow, "content" | "attachments">): string {
  return createHash("sha256").update(wordsOf(row)).digest("base64url").slice(0, 22);
}
