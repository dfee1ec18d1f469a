import type { Thread } from "../../../shared/contract/conversations/conversations.ts";
import type { Db } from "../../database/store.ts";
import type { InboxWanted, OfOneAgent } from "../inbox/inboxRows.ts";
import { selectInbox } from "../inbox/inboxRows.ts";
import { listLabelRows } from "../inbox/labels.ts";
import { describeThreads } from "../threads/describeThreads.ts";
import type { MessageRow, StoredAttachment } from "../tables.ts";
import { readTranslations } from "../messages/translations.ts";
import { mostColumns } from "./cells.ts";

const threadsAtOnce = 200;
const messagesAtOnce = 500;

/** Gives the conversations that a filter lets through, oldest first, each with the names of its labels. */
export async function* readThreads(
  db: Db,
  wanted: OfOneAgent,
): AsyncGenerator<Thread & { labels: string[] }> {
  const names = new Map((await listLabelRows(db, wanted)).map(({ id, name }) => [id, name]));
  let last = "";
  for (;;) {
    const rows = await selectInbox(db, wanted)
      .selectAll("threads")
      .where("threads.id", ">", last)
      .orderBy("threads.id")
      .limit(threadsAtOnce)
      .execute();
    for (const thread of await describeThreads(db, rows)) {
      yield { ...thread, labels: thread.labelIds.flatMap((id) => names.get(id) ?? []) };
    }
    if (rows.length < threadsAtOnce) return;
    last = rows.at(-1)?.id ?? "";
  }
}

/** Gives the names of all attributes that visitors of these conversations have, in order, as far as a table has room. */
export async function readAttributeNames(db: Db, wanted: InboxWanted): Promise<string[]> {
  const names = new Set<string>();
  let last = "";
  for (;;) {
    const rows = await selectInbox(db, wanted)
      .innerJoin("contacts", (join) =>
        join
          .onRef("contacts.organizationId", "=", "threads.organizationId")
          .onRef("contacts.id", "=", "threads.contactId"),
      )
      .select(["contacts.id", "contacts.attributes"])
      .distinct()
      .where("contacts.id", ">", last)
      .orderBy("contacts.id")
      .limit(1000)
      .execute();
    for (const { attributes } of rows) {
      for (const name of Object.keys(JSON.parse(attributes) as object)) names.add(name); // a record, written after the contract's check
    }
    if (rows.length < 1000) return [...names].toSorted().slice(0, mostColumns);
    last = rows.at(-1)?.id ?? "";
  }
}

/** A message as it is exported. */
export interface ExportedMessage {
  id: string;
  at: string;
  from: "visitor" | "agent" | "team" | "system";
  author: string | null;
  kind: MessageRow["kind"];
  text: string;
  /** The visitor never sees it. */
  isPrivate: boolean;
  /** What models made of it in other languages, where anybody wanted that. */
  translations?: { language: string; text: string }[];
  files: Omit<StoredAttachment, "id">[];
}

/** Gives what was said in a conversation, in order; with `isPrivate` also what the team wrote for itself. */
export async function* readMessages(
  db: Db,
  { organizationId, threadId, isPrivate }: { organizationId: string; threadId: string; isPrivate: boolean },
): AsyncGenerator<ExportedMessage> {
  for (let last = -1; ;) {
    const rows = await db
      .selectFrom("messages")
      .selectAll()
      .where("organizationId", "=", organizationId)
      .where("threadId", "=", threadId)
      .where("position", ">", last)
      .$if(!isPrivate, (found) => found.where("audience", "=", "all"))
      .orderBy("position")
      .limit(messagesAtOnce)
      .execute();
    yield* rows.map(describe);
    if (rows.length < messagesAtOnce) return;
    last = rows.at(-1)?.position ?? last;
  }
}

const writers = { user: "visitor", assistant: "agent", support: "team", system: "system" } as const;

function describe(row: MessageRow): ExportedMessage {
  const translations = readTranslations(row).map(({ language, text }) => ({ language, text }));
  const files = JSON.parse(row.attachments) as StoredAttachment[]; // written by takeAttachments
  return {
    ...{ id: row.id, at: new Date(row.createdAt).toISOString(), from: writers[row.role] },
    ...{ author: row.authorName, kind: row.kind, text: row.content, isPrivate: row.audience === "team" },
    ...(translations.length > 0 && { translations }),
    files: files.map(({ name, contentType, sizeBytes, transcript }) => ({
      ...{ name, contentType, sizeBytes },
      ...(transcript !== undefined && { transcript }),
    })),
  };
}
