import type { Receipt } from "../../../shared/contract/conversations/answers/receipts.ts";
import type {} from "../../answering/tables.ts";
import { readAttachments } from "../files/attachments.ts";
import type { ConversationDeps } from "../deps.ts";
import { describeThreads } from "../threads/describeThreads.ts";
import { isForAgent } from "../messages/notes/agentNotes.ts";
import { presentMessage } from "../messages/present.ts";
import type { ContactRow, MessageRow, StoredAttachment, ThreadRow } from "../tables.ts";
import { packFiles } from "./exportFile.ts";
import type { Packed } from "./exportFile.ts";
import { describeContact } from "./presentContact.ts";
import type { VisitorSessions } from "./sessions.ts";

export interface ExportDeps extends Pick<
  ConversationDeps,
  "store" | "storage" | "attachmentKey" | "findReachableSurfaces" | "now"
> {
  sessions: VisitorSessions;
}

const threadsAtOnce = 20;
const encoder = new TextEncoder();

/**
 * Writes all that is held about a person as an archive: `data.json` with the person, notes, sessions and conversations,
 * and the files of their conversations in `files/`, which the messages name.
 */
export function exportContact(deps: ExportDeps, contact: ContactRow): AsyncGenerator<Uint8Array> {
  return packFiles(listFiles(deps, contact));
}

async function* listFiles(deps: ExportDeps, contact: ContactRow): AsyncGenerator<Packed> {
  const sent: StoredAttachment[] = [];
  yield { name: "data.json", content: encode(writeData(deps, contact, sent)) };
  for (const file of sent) {
    const content = readFile(deps, contact, file);
    yield { name: pathOf(file), isPacked: file.contentType.startsWith("image/"), content };
  }
}

async function* encode(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield encoder.encode(text);
}

/** A file that did not come whole, or is gone meanwhile, stands empty; `data.json` names it all the same. */
async function* readFile(
  { storage }: ExportDeps,
  { organizationId }: ContactRow,
  { id }: StoredAttachment,
): AsyncGenerator<Uint8Array> {
  const file = await storage.openFile(organizationId, id).catch(() => null);
  if (file) yield* await file.read();
}

/** The id keeps two of one name apart; what could name a folder goes. */
function pathOf({ id, name }: StoredAttachment): string {
  const plain = name.toWellFormed().replace(/[\u0000-\u001f\u007f/\\:*?"<>|]/g, "_");
  return `files/${id}-${plain.slice(-120)}`;
}

/** Gives the JSON bit by bit, and notes which files it names. */
async function* writeData(
  deps: ExportDeps,
  contact: ContactRow,
  sent: StoredAttachment[],
): AsyncGenerator<string> {
  const { store, sessions, now } = deps;
  const described = await describeContact({ ...deps, db: store.reader, now: now() }, contact);
  // By which surface the team can write to them is nothing that is held about them.
  const { notes, merges, reachableBy: _, ...person } = described;
  const opened = await sessions.list(store.reader, { ...contact, contactId: contact.id });
  yield `{"exportedAt":${now()},"contact":${JSON.stringify(person)},"notes":${JSON.stringify(notes)}`;
  yield `,"mergedWith":${JSON.stringify(merges)},"sessions":${JSON.stringify(opened)},"conversations":[`;
  let isFirst = true;
  for await (const row of walkThreads(deps, contact)) {
    const [thread] = await describeThreads(store.reader, [row]);
    const messages = await listMessages(deps, row);
    const receipts = await listReceipts(deps, row);
    messages.forEach((message) => sent.push(...readAttachments(message)));
    // What the team tells the agent is about its work, and goes to no visitor.
    const shown = messages
      .filter((message) => !isForAgent(message))
      .map((message) => ({
        ...presentMessage(message, deps),
        attachments: readAttachments(message).map((file) => ({ ...file, path: pathOf(file) })),
        rewrittenQuestion: receipts.get(message.id)?.rewrittenQuestion,
      }));
    yield `${isFirst ? "" : ","}${JSON.stringify({ ...thread, messages: shown })}`;
    isFirst = false;
  }
  yield "]}";
}

/** All conversations, some at a time; one that begins meanwhile may be missing. */
async function* walkThreads({ store }: ExportDeps, contact: ContactRow): AsyncGenerator<ThreadRow> {
  for (let last = ""; ;) {
    const rows = await store.reader
      .selectFrom("threads")
      .selectAll()
      .where("organizationId", "=", contact.organizationId)
      .where("contactId", "=", contact.id)
      .where("id", ">", last)
      .orderBy("id")
      .limit(threadsAtOnce)
      .execute();
    yield* rows;
    if (rows.length < threadsAtOnce) return;
    last = rows.at(-1)?.id ?? last;
  }
}

function listMessages({ store }: ExportDeps, { organizationId, id }: ThreadRow): Promise<MessageRow[]> {
  return store.reader
    .selectFrom("messages")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", id)
    .orderBy("position")
    .execute();
}

async function listReceipts(
  { store }: ExportDeps,
  { organizationId, id }: ThreadRow,
): Promise<Map<string, Receipt>> {
  const rows = await store.reader
    .selectFrom("receipts")
    .select(["messageId", "body"])
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", id)
    .execute();
  return new Map(rows.map(({ messageId, body }) => [messageId, JSON.parse(body) as Receipt])); // written by saveReceipt
}
