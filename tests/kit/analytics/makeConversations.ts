import type { Receipt } from "../../../shared/contract/conversations/answers/receipts.ts";
import type { Resolution, ResolutionReason } from "../../../shared/domain/resolution.ts";
import { pickContactTexts } from "../../../shared/domain/contactFields.ts";
import type { ReceiptRow } from "../../../server/answering/tables.ts";
import type { ContactRow, MessageRow, ThreadRow } from "../../../server/conversations/tables.ts";
import type { Tx } from "../../../server/database/store.ts";

export interface MadeConversations {
  organizationId: string;
  agentIds: readonly string[];
  /** When the first one begins, and the last one at the latest. */
  from: number;
  to: number;
  conversations: number;
  /** How many messages each has, about. */
  each?: number;
}

export interface MadeRows {
  contacts: ContactRow[];
  threads: ThreadRow[];
  messages: MessageRow[];
  receipts: ReceiptRow[];
}

const notFound = "I did not find an answer to this in the pages I know.";
const minute = 60_000;
const questions = [
  "Is there tea?",
  "Is there tea? That would be great, thanks!",
  "This is not good, I am disappointed.",
  "Das ist nicht gut.",
  "Merci, c’est parfait. 👍",
];

/** Makes conversations of all kinds as their rows would be, the same each time; `some` of them from `first` on. */
export function makeConversations(
  made: MadeConversations,
  { first = 0, some = made.conversations } = {},
): MadeRows {
  const rows: MadeRows = { contacts: [], threads: [], messages: [], receipts: [] };
  for (let index = first; index < Math.min(made.conversations, first + some); index += 1)
    addConversation(rows, made, index);
  return rows;
}

function addConversation(rows: MadeRows, made: MadeConversations, index: number): void {
  const random = createRandom(index + 1);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T; // none is empty
  const { organizationId, from, to, conversations, each = 6 } = made;
  const agentId = pick(made.agentIds);
  const id = `01thread${String(index).padStart(18, "0")}`;
  const begunAt = Math.floor(from + ((to - from) * (index + random())) / conversations);
  // One in ten visitors comes again.
  const contactId = `01contact${String(index % 10 === 9 ? index - 1 : index).padStart(17, "0")}`;
  const ids = { organizationId, agentId };
  const isPreview = random() < 0.02;
  const hadPerson = random() < 0.2;
  let at = begunAt;
  let position = 0;
  let firstAnswerAt: number | null = null;
  let firstReplyAt: number | null = null;
  const add = (role: MessageRow["role"], changes: Partial<MessageRow>): MessageRow => {
    const message: MessageRow = {
      ...{ ...ids, id: `${id.slice(2)}m${String(position).padStart(3, "0")}`, threadId: id, contactId },
      ...{ position, role, kind: "text", content: "Is there tea?", audience: "all", about: null },
      ...{ status: "sent", error: null, citations: "[]", followUps: "[]", authorId: null, authorName: null },
      ...{ inReplyTo: null, generation: 0, clientId: null, attachments: "[]", actions: "[]", runId: null },
      ...{ feedback: null, editedAt: null, earlier: "[]", translations: null, owner: null, leaseUntil: null },
      ...{ waitedSince: null, replyDueAt: null, attempts: 0, createdAt: at, updatedAt: at },
      ...changes,
    };
    position += 1;
    rows.messages.push(message);
    return message;
  };
  const pairs = Math.max(1, Math.round((each / 2) * (0.5 + random())));
  for (let pair = 0; pair < pairs; pair += 1) {
    const asked = add("user", { content: pick(questions) });
    const ms = Math.round(300 * 2 ** (random() * 6));
    const kind = random();
    const status = kind < 0.03 ? "failed" : kind < 0.05 ? "stopped" : "sent";
    const isFound = kind < 0.9;
    const pages = status === "sent" && isFound && random() < 0.8 ? [pick(pageNames), pick(pageNames)] : [];
    const feedback = random() < 0.2 ? (random() < 0.7 ? 1 : -1) : null;
    const answer = add("assistant", {
      ...{ status, inReplyTo: asked.id, updatedAt: at + ms },
      content: status === "failed" ? "" : isFound ? "There is tea." : notFound,
      citations: JSON.stringify(
        pages.map((pageId, at) => ({
          ...{ number: at + 1, sourceId: `source-${pageId.at(-1)}`, pageId, passageId: `${pageId}-1` },
          ...{ title: pageId, headings: [], url: null, quote: "", position: null },
        })),
      ),
      feedback: feedback === null ? null : JSON.stringify({ value: feedback, reason: null, text: "" }),
    });
    if (status === "sent") firstAnswerAt ??= at + ms;
    if (status !== "stopped" || random() < 0.5) {
      const body = receiptOf(answer.id, { random, pick, ms });
      const kept = { organizationId, messageId: answer.id, threadId: id };
      rows.receipts.push({ ...kept, body: JSON.stringify(body), createdAt: at + ms });
    }
    at += ms + Math.round(minute * (0.3 + 20 * random() ** 6));
  }
  const isReplied = hadPerson && random() < 0.7;
  if (hadPerson) {
    add("system", { kind: "event", content: "personRequested" });
    const waitedSince = at;
    const dueAt = random() < 0.8 ? at + 30 * minute : null;
    at += Math.round(minute * (1 + 90 * random() ** 2));
    if (dueAt !== null && at > dueAt)
      add("system", { kind: "event", content: "replyOverdue", audience: "team", createdAt: dueAt });
    if (isReplied) {
      firstReplyAt = at;
      add("support", { content: "Here I am.", waitedSince, replyDueAt: dueAt });
      if (random() < 0.5) add("support", { content: "A note.", audience: "team" });
    }
  }
  const { resolution, status } = outcomeOf({ random, hadPerson });
  const score = random() < 0.25 ? 1 + Math.floor(random() * 5) : null;
  rows.threads.push({
    ...{
      ...ids,
      id,
      contactId,
      contactVerified: 0,
      surfaceType: pick(["widget", "widget", "hosted", "whatsapp"]),
    },
    ...{
      title: "Tea",
      status,
      snoozedUntil: null,
      sessionId: null,
      priority: 0,
      assigneeId: null,
      teamId: null,
    },
    ...{
      handledBy: hadPerson && status !== "resolved" ? "human" : "ai",
      unread: 0,
      preview: isPreview ? 1 : 0,
    },
    ...{ pageUrl: null, pageTitle: null, latestPageUrl: null, latestPageTitle: null, referrer: null },
    ...{ device: null, country: null, language: pick([null, "en", "en-GB", "de-DE", "fil", "ne"]) },
    ...{ lastMessageRole: "assistant", lastMessageText: "There is tea.", lastMessageAt: at },
    ...{ personRequestedAt: null, waitingSince: null, replyDueAt: null, replyDue: null, silentSince: null },
    ...{
      firstReplyAt,
      firstAnswerAt,
      visitorReadTo: 0,
      teamReadTo: 0,
      context: null,
      firstForm: null,
      summary: null,
    },
    returnedAt: index % 10 === 8 ? at + minute : null,
    ...{ teamSummary: null, agentNoteIds: null, approvals: 0 },
    rating: score === null ? null : JSON.stringify({ score, remark: "", at }),
    ...{
      hadPerson: hadPerson ? 1 : 0,
      byProcedure: 0,
      begunByTeam: random() < 0.03 ? 1 : 0,
      lastFeedback: null,
    },
    ...resolution,
    ...{ resolutionAt: resolution.resolution === null ? null : at, nextPosition: position },
    ...{ lastActivityAt: at, createdAt: begunAt },
  });
  if (contactId.endsWith(String(index)))
    rows.contacts.push({
      ...{
        ...ids,
        id: contactId,
        name: `Visitor ${index}`,
        verified: 0,
        externalId: null,
        signedEmail: null,
        signedMore: null,
      },
      ...{ ...pickContactTexts({}), attributes: "{}", preview: isPreview ? 1 : 0, searchText: "" },
      ...{ blockedAt: null, eraseAskedAt: null, consent: null, createdAt: begunAt, lastSeenAt: at },
    });
}

const pageNames = Array.from({ length: 12 }, (_, index) => `page-${index}`);

function outcomeOf({ random, hadPerson }: { random: () => number; hadPerson: boolean }): {
  resolution: { resolution: Resolution | null; resolutionReason: ResolutionReason | null };
  status: ThreadRow["status"];
} {
  const status: ThreadRow["status"] = random() < 0.8 ? "resolved" : "open";
  const made = (resolution: Resolution | null, resolutionReason: ResolutionReason | null) => ({
    ...{ resolution: { resolution, resolutionReason }, status },
  });
  if (hadPerson) return random() < 0.9 ? made("escalated", "person") : made("procedure", "rule");
  const part = random();
  if (part < 0.15) return made("confirmed", "goodRating");
  if (part < 0.7) return made("assumed", status === "resolved" ? "ended" : "idle");
  return part < 0.85 ? made("negative", "notFound") : made(null, null);
}

function receiptOf(
  messageId: string,
  { random, pick, ms }: { random: () => number; pick: <T>(from: readonly T[]) => T; ms: number },
): Receipt {
  const model = pick(["gpt-4o", "gpt-4o", "claude-4.5-sonnet", "builtin"]);
  const isBuiltin = model === "builtin";
  return {
    ...{ messageId, question: "Is there tea?", rewrittenQuestion: null, passages: [], model },
    provider: isBuiltin ? "builtin" : "openai",
    fallback: random() < 0.04 ? { model: "gpt-5", reason: "away" } : null,
    tokensIn: isBuiltin ? null : 800 + Math.floor(random() * 900),
    tokensOut: isBuiltin ? null : 40 + Math.floor(random() * 200),
    credits: isBuiltin ? 0 : 5,
    attempts: 1,
    ...(random() < 0.15 && {
      steps: [
        {
          ...{ tool: pick(["find_order", "book_slot"]), input: "{}", result: "{}", ms: 20 },
          outcome: pick(["done", "done", "failed", "timeout"] as const),
        },
      ],
    }),
    ms: { retrieve: 4, firstToken: random() < 0.95 ? Math.round(ms / 3) : null, total: ms },
    agentVersion: 1 + Math.floor(random() * 3),
  };
}

/** Numbers from 0 to 1 that are the same each time. */
function createRandom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How many values both stores take in one statement. */
const valuesAtOnce = 30_000;

/** Writes rows as they are. */
export async function writeConversations(tx: Tx, rows: MadeRows): Promise<void> {
  for (const table of ["contacts", "threads", "messages", "receipts"] as const) {
    const all: readonly object[] = rows[table];
    const atOnce = Math.floor(valuesAtOnce / Math.max(1, Object.keys(all[0] ?? {}).length));
    for (let from = 0; from < all.length; from += atOnce)
      await tx
        .insertInto(table)
        .values(all.slice(from, from + atOnce) as never) // rows of this table
        .execute();
  }
}
