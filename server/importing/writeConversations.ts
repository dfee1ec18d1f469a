import { createHash } from "node:crypto";
import { pickContactTexts } from "../../shared/domain/contactFields.ts";
import { maxLabels } from "../../shared/contract/conversations/threads/threads.ts";
import { titleOf } from "../conversations/threads/openThread.ts";
import { beginToAdd } from "../conversations/figures/lock.ts";
import { addFiguresOf } from "../conversations/figures/rebuild.ts";
import { lastMessageOf } from "../conversations/messages/write.ts";
import { indexMessages } from "../conversations/messages/search/messageIndex.ts";
import { searchTextOf } from "../conversations/contacts/searchText.ts";
import type { ContactRow, MessageRow, ThreadRow } from "../conversations/tables.ts";
import { madeId, newId } from "../database/ids.ts";
import type { Store, Tx } from "../database/store.ts";
import type { AgentKey } from "../agents/parts.ts";
import type { ImportedMessage, ImportedPerson } from "./records.ts";
import type { ImportReport } from "./report.ts";
import type { Stage, StagedConversation } from "./stage.ts";

export interface ImportInto extends AgentKey {
  store: Store;
  now: () => number;
  /** The name of the format, which IDs depend on. */
  format: string;
  report: ImportReport;
  isDryRun: boolean;
}

/** How many conversations are written in one transaction. */
const atOnce = 50;
const longestMessage = 50_000;
const mostAttributes = 50;
const labelColor = "#6b7280";
const surface = "import";

/** Writes the contacts and conversations that are not here yet, with their figures. */
export async function writeConversations(into: ImportInto, stage: Stage): Promise<void> {
  let group: StagedConversation[] = [];
  /** Contacts that are in the report already. */
  const counted = new Set<string>();
  const write = async () => {
    await countContacts(into, { counted, keys: group.map(({ contactKey }) => contactKey) });
    await writeGroup(into, stage, group);
    group = [];
  };
  for (const conversation of stage.listConversations()) {
    if (conversation.messages.length === 0) {
      into.report.left("conversation without messages", conversation.key);
      continue;
    }
    group.push(conversation);
    if (group.length < atOnce) continue;
    await write();
  }
  await write();
  await writeOthers(into, stage, counted);
  const lost = stage.countLost();
  for (let index = 0; index < lost; index += 1) into.report.left("message without its conversation");
}

async function writeGroup(
  into: ImportInto,
  stage: Stage,
  group: readonly StagedConversation[],
): Promise<void> {
  if (group.length === 0) return;
  const { store, report, isDryRun } = into;
  const known = await findKnown(
    into,
    "threads",
    group.map(({ key }) => idOf(into, "conversation", key)),
  );
  const fresh = group.filter(({ key }) => !known.has(idOf(into, "conversation", key)));
  report.known("conversations", group.length - fresh.length);
  report.took("conversations", fresh.length);
  for (const { messages } of fresh) {
    report.took("messages", messages.length);
    for (const { text, key } of messages)
      if (text.length > longestMessage) report.left("end of a message longer than 50,000 characters", key);
  }
  if (isDryRun || fresh.length === 0) return;
  await store.transaction(async (tx) => {
    await beginToAdd(tx, { mayWait: true });
    const rows = fresh.map((conversation) => makeRows(into, stage, conversation));
    await insert(tx, "contacts", uniqueById(rows.map(({ contact }) => contact)));
    await insert(
      tx,
      "threads",
      rows.map(({ thread }) => thread),
    );
    const messages = rows.flatMap((one) => one.messages);
    await insert(tx, "messages", messages);
    await indexMessages(tx, messages);
    for (const [at, { thread }] of rows.entries())
      await writeLabels(into, tx, { threadId: thread.id, names: fresh[at]?.labels ?? [] });
    await addFiguresOf(
      tx,
      rows.map(({ thread }) => thread),
    );
  });
}

/** Counts the contacts of conversations, each once, before they are written. */
async function countContacts(
  into: ImportInto,
  { counted, keys }: { counted: Set<string>; keys: readonly string[] },
): Promise<void> {
  const fresh = [...new Set(keys)].filter((key) => !counted.has(key));
  if (fresh.length === 0) return;
  const known = await findKnown(
    into,
    "contacts",
    fresh.map((key) => idOf(into, "contact", key)),
  );
  into.report.took("contacts", fresh.length - known.size);
  into.report.known("contacts", known.size);
  fresh.forEach((key) => counted.add(key));
}

/** Contacts without a conversation. */
async function writeOthers(into: ImportInto, stage: Stage, counted: ReadonlySet<string>): Promise<void> {
  const { store, report, isDryRun } = into;
  let group: ImportedPerson[] = [];
  const write = async () => {
    if (group.length === 0) return;
    const known = await findKnown(
      into,
      "contacts",
      group.map(({ key }) => idOf(into, "contact", key)),
    );
    const fresh = group.filter(({ key }) => !known.has(idOf(into, "contact", key)));
    report.known("contacts", group.length - fresh.length);
    report.took("contacts", fresh.length);
    if (!isDryRun && fresh.length > 0) {
      const rows = fresh.map((person) => makeContact(into, person, person.createdAt ?? into.now()));
      await store.transaction((tx) => insert(tx, "contacts", rows));
    }
    group = [];
  };
  for (const person of stage.listPeople()) {
    if (person.isTeam || counted.has(person.key)) continue;
    group.push(person);
    if (group.length >= atOnce) await write();
  }
  await write();
}

function idOf({ agentId, format }: ImportInto, kind: string, key: string): string {
  return madeId(
    createHash("sha256")
      .update(JSON.stringify([agentId, format, kind, key]))
      .digest(),
  );
}

async function findKnown(
  { store, organizationId }: ImportInto,
  table: "threads" | "contacts",
  ids: string[],
): Promise<ReadonlySet<string>> {
  const rows = await store.db
    .selectFrom(table)
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("id", "in", ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

async function insert(
  tx: Tx,
  table: "contacts" | "threads" | "messages",
  rows: readonly object[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += 100)
    await tx
      .insertInto(table)
      .values(rows.slice(from, from + 100) as never) // rows of this table
      // A contact may be here from another conversation.
      .onConflict((conflict) => conflict.columns(["organizationId", "id"]).doNothing())
      .execute();
}

function uniqueById<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

function makeContact(into: ImportInto, person: ImportedPerson, lastSeenAt: number): ContactRow {
  const { organizationId, agentId } = into;
  const email = person.email !== null && /^\S{1,64}@\S{1,189}$/.test(person.email) ? person.email : null;
  const digits = person.phone?.replace(/[^\d+]/g, "") ?? "";
  const phone = /^\+\d{6,15}$/.test(digits) ? digits : null;
  const others = {
    ...(person.email !== null && email === null && { email: person.email.slice(0, 500) }),
    ...(person.phone !== null && phone === null && { phone: person.phone.slice(0, 500) }),
  };
  const attributes = Object.fromEntries(
    Object.entries({ ...others, ...person.attributes }).slice(0, mostAttributes),
  );
  const texts = {
    name: person.name.slice(0, 120),
    ...pickContactTexts({ email, phone }),
    externalId: null,
  };
  const told = { ...texts, attributes: JSON.stringify(attributes) };
  return {
    ...{
      organizationId,
      agentId,
      id: idOf(into, "contact", person.key),
      ...told,
      searchText: searchTextOf(told),
    },
    ...{
      verified: 0,
      signedEmail: null,
      signedMore: null,
      preview: 0,
      blockedAt: null,
      eraseAskedAt: null,
      consent: null,
    },
    ...{ createdAt: Math.min(person.createdAt ?? lastSeenAt, lastSeenAt), lastSeenAt },
  };
}

interface Rows {
  contact: ContactRow;
  thread: ThreadRow;
  messages: MessageRow[];
}

function makeRows(into: ImportInto, stage: Stage, conversation: StagedConversation): Rows {
  const { organizationId, agentId } = into;
  const person = stage.findPerson(conversation.contactKey) ?? {
    ...{ key: conversation.contactKey, name: "", email: null, phone: null, attributes: {} },
    ...{ createdAt: null, isTeam: false },
  };
  const ends = conversation.messages.at(-1)?.at ?? conversation.createdAt;
  const contact = makeContact(into, person, ends);
  const key = {
    organizationId,
    agentId,
    contactId: contact.id,
    threadId: idOf(into, "conversation", conversation.key),
  };
  let waitedSince: number | null = null;
  const messages = conversation.messages.map((message, position): MessageRow => {
    const { role, authorName } = findAuthor(stage, conversation, message);
    const row: MessageRow = {
      ...{
        ...key,
        id: idOf(into, "message", `${conversation.key}/${message.key}`),
        position,
        role,
        kind: "text",
      },
      ...{ content: message.text.slice(0, longestMessage), audience: message.isNote ? "team" : "all" },
      ...{
        about: null,
        status: "sent",
        error: null,
        citations: "[]",
        followUps: "[]",
        authorId: null,
        authorName,
      },
      ...{ inReplyTo: null, generation: 0, clientId: null, attachments: "[]", actions: "[]", runId: null },
      ...{ feedback: null, editedAt: null, earlier: "[]", translations: null, replyDueAt: null, owner: null },
      ...{ leaseUntil: null, attempts: 0, createdAt: message.at, updatedAt: message.at },
      waitedSince: role === "support" && !message.isNote ? waitedSince : null,
    };
    if (message.isNote) return row;
    waitedSince = role === "user" ? (waitedSince ?? message.at) : null;
    return row;
  });
  return { contact, messages, thread: makeThread(key, conversation, messages) };
}

function findAuthor(
  stage: Stage,
  { contactKey }: StagedConversation,
  { role, isNote, authorKey, authorName }: ImportedMessage,
): Pick<MessageRow, "role" | "authorName"> {
  const author = authorKey === null ? null : stage.findPerson(authorKey);
  const isContact = authorKey === contactKey || (author !== null && !author.isTeam && role === null);
  const found = isNote ? "support" : (role ?? (isContact ? "user" : "support"));
  return { role: found, authorName: found === "user" ? null : authorName || author?.name || null };
}

function makeThread(
  { threadId: id, ...key }: { organizationId: string; agentId: string; contactId: string; threadId: string },
  { title, isOpen, createdAt }: StagedConversation,
  messages: readonly MessageRow[],
): ThreadRow {
  const said = messages.filter(({ audience }) => audience === "all");
  const firstReplyAt = said.find(({ role }) => role === "support")?.createdAt ?? null;
  const ends = messages.at(-1)?.createdAt ?? createdAt;
  const hadPerson = firstReplyAt !== null;
  const lastSaidAt = said.at(-1)?.createdAt ?? ends;
  const read = { visitorReadTo: messages.length, teamReadTo: messages.length, nextPosition: messages.length };
  return {
    ...{
      ...key,
      id,
      contactVerified: 0,
      surfaceType: surface,
      title: titleOf(title || (said[0]?.content ?? "")),
    },
    ...{ status: isOpen ? "open" : "resolved", snoozedUntil: null, sessionId: null, priority: 0 },
    ...{
      handledBy: isOpen ? "human" : "ai",
      silentSince: isOpen ? ends : null,
      assigneeId: null,
      teamId: null,
    },
    ...{ unread: 0, preview: 0, pageUrl: null, pageTitle: null, latestPageUrl: null, latestPageTitle: null },
    ...{ referrer: null, device: null, language: null, country: null, personRequestedAt: null },
    ...{
      lastMessageRole: null,
      lastMessageText: null,
      lastMessageAt: null,
      ...lastMessageOf([...messages], lastSaidAt),
    },
    ...{ waitingSince: null, replyDueAt: null, replyDue: null, firstForm: null, approvals: 0, firstReplyAt },
    firstAnswerAt: said.find(({ role }) => role === "assistant")?.createdAt ?? null,
    ...{ returnedAt: null, ...read, context: null, summary: null, teamSummary: null, agentNoteIds: null },
    ...{ rating: null, hadPerson: hadPerson ? 1 : 0, byProcedure: 0, lastFeedback: null },
    begunByTeam: said[0]?.role === "support" ? 1 : 0,
    resolution: isOpen ? null : hadPerson ? "escalated" : "assumed",
    resolutionReason: isOpen ? null : hadPerson ? "person" : "ended",
    ...{
      resolutionAt: isOpen ? null : ends,
      lastActivityAt: ends,
      createdAt: Math.min(createdAt, messages[0]?.createdAt ?? createdAt),
    },
  };
}

async function writeLabels(
  { organizationId, agentId, now, report }: ImportInto,
  tx: Tx,
  { threadId, names }: { threadId: string; names: readonly string[] },
): Promise<void> {
  for (const name of new Set(names.map((one) => one.slice(0, 40)))) {
    const nameKey = name.toLowerCase();
    const known = await tx
      .selectFrom("labels")
      .select(["id", "nameKey"])
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .execute();
    let labelId = known.find((one) => one.nameKey === nameKey)?.id;
    if (labelId === undefined) {
      if (known.length >= maxLabels) {
        report.left(`label beyond ${maxLabels}, which is the most that an agent has`, name);
        continue;
      }
      labelId = newId(now());
      const row = {
        organizationId,
        id: labelId,
        agentId,
        name,
        nameKey,
        colour: labelColor,
        createdAt: now(),
      };
      await tx.insertInto("labels").values(row).execute();
      report.took("labels");
    }
    await tx
      .insertInto("threadLabels")
      .values({ organizationId, threadId, labelId, createdAt: now() })
      .onConflict((conflict) => conflict.columns(["organizationId", "threadId", "labelId"]).doNothing())
      .execute();
  }
}
