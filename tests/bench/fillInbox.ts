import { sql } from "kysely";
import { searchTextOf } from "../../server/conversations/contacts/searchText.ts";
import { emptyAnswer } from "../../server/conversations/messages/emptyAnswer.ts";
import { indexMessages } from "../../server/conversations/messages/search/messageIndex.ts";
import { agentTerm, termsOf } from "../../server/conversations/messages/search/terms.ts";
import type { ContactRow, MessageRow, ThreadRow } from "../../server/conversations/tables.ts";
import { pickContactTexts } from "../../shared/domain/contactFields.ts";
import { newId } from "../../server/database/ids.ts";
import type { Store, Tx } from "../../server/database/store.ts";

export interface InboxSize {
  threads: number;
  messages: number;
}

interface Owner {
  organizationId: string;
  agentId: string;
  userId: string;
  labelId: string;
}

const dayMs = 24 * 60 * 60 * 1000;
const threadsAtOnce = 200;
/** How many values both stores take in one statement. */
const valuesAtOnce = 30_000;
const words = 20_000;

/** Fills an agent's inbox: four in five conversations resolved, a few waiting, words as often as words are. */
export async function fillInbox(store: Store, owner: Owner, size: InboxSize): Promise<void> {
  const random = createRandom(7);
  const each = Math.round(size.messages / size.threads);
  const now = Date.now();
  for (let from = 0; from < size.threads; from += threadsAtOnce) {
    const count = Math.min(threadsAtOnce, size.threads - from);
    const made = Array.from({ length: count }, (_, index) =>
      makeThread({ ...owner, random, each, at: now - (1 - (from + index) / size.threads) * 180 * dayMs }),
    );
    await store.transaction(async (tx) => {
      await insert(
        tx,
        "contacts",
        made.map(({ contact }) => contact),
      );
      await insert(
        tx,
        "threads",
        made.map(({ thread }) => thread),
      );
      const messages = made.flatMap((one) => one.messages);
      await insert(tx, "messages", messages);
      const labeled = made.filter((_, index) => (from + index) % 50 === 0);
      const { organizationId, labelId } = owner;
      await insert(
        tx,
        "threadLabels",
        labeled.map(({ thread }) => ({ organizationId, threadId: thread.id, labelId, createdAt: now })),
      );
      await (store.dialect === "sqlite" ? indexMessages(tx, messages) : indexAtOnce(tx, messages));
    });
  }
  await (store.dialect === "sqlite" ? sql`analyze` : sql`vacuum analyze`).execute(store.db);
}

/** As indexMessages writes them, in one statement: a round trip for each of a million is no part of what is measured. */
async function indexAtOnce(tx: Tx, messages: MessageRow[]): Promise<void> {
  const texts = messages.map(({ agentId, content }) => [agentTerm(agentId), ...termsOf(content)].join(" "));
  const column = (name: "organizationId" | "agentId" | "threadId" | "id") =>
    sql`${messages.map((row) => row[name])}::text[]`;
  await sql`
    insert into "messageIndex" ("organizationId", "agentId", "threadId", "messageId", "terms")
    select "o", "a", "t", "m", array_to_tsvector(string_to_array("x", ' ')) from unnest(
      ${column("organizationId")}, ${column("agentId")}, ${column("threadId")}, ${column("id")}, ${texts}::text[]
    ) as "rows" ("o", "a", "t", "m", "x")`.execute(tx);
}

async function insert(
  tx: Tx,
  table: "contacts" | "threads" | "messages" | "threadLabels",
  rows: readonly object[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const atOnce = Math.floor(valuesAtOnce / Object.keys(first).length);
  for (let from = 0; from < rows.length; from += atOnce) {
    await tx
      .insertInto(table)
      .values(rows.slice(from, from + atOnce) as never) // rows of this table, made below
      .execute();
  }
}

interface Made extends Owner {
  random: () => number;
  /** How many messages it has. */
  each: number;
  /** When the last one was said. */
  at: number;
}

function makeThread({ organizationId, agentId, userId, random, each, at }: Made) {
  const time = Math.floor(at);
  const ids = { organizationId, agentId };
  const told = {
    ...{
      name: `Visitor ${Math.floor(random() * 1e6)}`,
      externalId: null,
      ...pickContactTexts({}),
      signedEmail: null,
      signedMore: null,
      attributes: "{}",
    },
  };
  const contact: ContactRow = {
    ...{ ...ids, id: newId(time), ...told, searchText: searchTextOf(told), verified: Number(random() < 0.2) },
    ...{ preview: 0, blockedAt: null, eraseAskedAt: null, consent: null, createdAt: time, lastSeenAt: time },
  };
  const state = stateOf(random(), { userId, at: time });
  const threadId = newId(time);
  const messages = Array.from({ length: each }, (_, position): MessageRow => {
    const isVisitor = position % 2 === 0;
    const said = { ...emptyAnswer, role: isVisitor ? ("user" as const) : ("assistant" as const) };
    const createdAt = time - (each - position) * 20_000;
    return {
      ...{ ...ids, ...said, id: newId(createdAt), threadId, contactId: contact.id, position },
      ...{ content: makeText(random), status: "sent", audience: "all", about: null, error: null },
      ...{ citations: "[]", followUps: "[]", authorId: null, authorName: null, inReplyTo: null },
      ...{
        generation: 0,
        clientId: null,
        attachments: "[]",
        actions: "[]",
        runId: null,
        feedback: null,
        editedAt: null,
        earlier: "[]",
        translations: null,
        waitedSince: null,
        replyDueAt: null,
      },
      ...{ owner: null, leaseUntil: null, attempts: 0, createdAt, updatedAt: createdAt },
    };
  });
  const last = messages.at(-1);
  const thread = {
    ...{ ...ids, id: threadId, contactId: contact.id, contactVerified: contact.verified },
    ...{ surfaceType: random() < 0.8 ? "widget" : "hosted" },
    ...{ title: messages[0]?.content.slice(0, 80) ?? "", priority: random() < 0.05 ? 3 : 0, teamId: null },
    ...{ unread: 0, preview: 0, firstReplyAt: null, snoozedUntil: null },
    ...{ pageUrl: null, pageTitle: null, latestPageUrl: null, latestPageTitle: null, referrer: null },
    ...{ device: null, language: null, country: null },
    ...{
      visitorReadTo: each,
      teamReadTo: each,
      context: null,
      summary: null,
      teamSummary: null,
      rating: null,
    },
    ...{ lastMessageRole: last?.role ?? null, lastMessageText: last?.content.slice(0, 140) ?? null },
    ...{ lastMessageAt: time, nextPosition: each, lastActivityAt: time, createdAt: time - each * 20_000 },
    ...state,
    ...cameOut(state, time),
  } satisfies Partial<ThreadRow>;
  return { contact, thread, messages };
}

function stateOf(part: number, { userId, at }: { userId: string; at: number }): Partial<ThreadRow> {
  const agents = { handledBy: "ai", assigneeId: null, personRequestedAt: null, waitingSince: null } as const;
  if (part < 0.8) return { status: "resolved", ...agents };
  if (part < 0.92) return { status: "open", ...agents };
  if (part < 0.96)
    return { status: "open", ...agents, handledBy: "human", assigneeId: userId, waitingSince: at };
  if (part < 0.98)
    return { status: "open", ...agents, handledBy: "human", personRequestedAt: at, waitingSince: at };
  if (part < 0.99) return { status: "pending", ...agents, handledBy: "human", assigneeId: userId };
  return { status: "snoozed", ...agents, snoozedUntil: at + 365 * dayMs };
}

/** How it came out, as the hourly job would have written long ago: else that job is measured too. */
function cameOut({ status, handledBy, snoozedUntil }: Partial<ThreadRow>, at: number): Partial<ThreadRow> {
  const hadPerson = handledBy === "human" ? 1 : 0;
  if (hadPerson) {
    return { hadPerson, resolution: "escalated", resolutionReason: "person", resolutionAt: at };
  }
  if (snoozedUntil) return { hadPerson, resolution: null, resolutionReason: null, resolutionAt: null };
  const resolutionReason = status === "resolved" ? "ended" : "idle";
  return { hadPerson, resolution: "assumed", resolutionReason, resolutionAt: at };
}

/** Twelve words, the common ones far more often than the rare ones. */
function makeText(random: () => number): string {
  return Array.from({ length: 12 }, () => wordOf(Math.floor(words ** random()) - 1)).join(" ");
}

/** The word of a rank: 0 is the commonest. */
export function wordOf(rank: number): string {
  const syllables = ["ba", "ke", "lo", "mi", "nu", "ra", "se", "to", "vi", "zu"];
  return `w${String(rank)
    .padStart(5, "0")
    .replace(/\d/g, (digit) => syllables[Number(digit)] ?? "")}`;
}

/** The same numbers in each run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
