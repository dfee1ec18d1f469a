import { createHash } from "node:crypto";
import type { MessageTranslation } from "../../shared/contract/conversations.ts";
import type { Store } from "../database/store.ts";
import { wordsOf } from "./attachments.ts";
import type { ThreadKey } from "./deps.ts";
import { findMessage, lockThread } from "./find.ts";
import type { MessageRow } from "./tables.ts";

/** A translation as it stands in its message's row. */
export interface KeptTranslation extends MessageTranslation {
  /** Of which words: a message that says something else has none. */
  of: string;
}

/** So many languages of a message are kept, the newest. */
const mostLanguages = 10;

type Translated = Pick<MessageRow, "content" | "attachments" | "translations">;

/** Gives the translations of what a message says now. */
export function readTranslations(row: Translated): MessageTranslation[] {
  if (row.translations === null) return [];
  const of = markOf(row);
  const kept = JSON.parse(row.translations) as KeptTranslation[]; // written by keepTranslation
  return kept
    .filter((one) => one.of === of)
    .map(({ language, text, model, credits }) => ({ language, text, model, credits }));
}

/** Gives by which its words are known again. */
export function markOf(row: Pick<MessageRow, "content" | "attachments">): string {
  return createHash("sha256").update(wordsOf(row)).digest("base64url").slice(0, 22);
}

/** Keeps a translation with its message, in place of an earlier one in its language; not where that says something else by now. */
export async function keepTranslation(
  store: Store,
  key: ThreadKey,
  { messageId, translation }: { messageId: string; translation: KeptTranslation },
): Promise<void> {
  await store.transaction(async (tx) => {
    const row = await findMessage(tx, await lockThread(tx, key), messageId);
    const of = markOf(row);
    if (of !== translation.of) return;
    const others = readTranslations(row).filter(({ language }) => language !== translation.language);
    const kept = [...others.map((one) => ({ ...one, of })), translation].slice(-mostLanguages);
    await tx
      .updateTable("messages")
      .set({ translations: JSON.stringify(kept) })
      .where("organizationId", "=", key.organizationId)
      .where("id", "=", messageId)
      .execute();
  });
}
