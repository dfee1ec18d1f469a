import { createHash } from "node:crypto";
import type { Receipt } from "../../../shared/contract/conversations/answers/receipts.ts";
import { pickContactTexts } from "../../../shared/domain/contactFields.ts";
import type { Resolution, ResolutionReason } from "../../../shared/domain/resolution.ts";
import type { ReceiptRow } from "../../answering/tables.ts";
import type { ContactRow, MessageRow, ThreadRow } from "../../conversations/tables.ts";
import { newId } from "../../database/ids.ts";
import { demoTopics, unansweredQuestions } from "./topics.ts";
import type { DemoTopic } from "./topics.ts";

export interface DemoAgent {
  organizationId: string;
  agentId: string;
  model: string;
  creditsPerAnswer: number;
  /** Where the cited pages are, and each one by its title. */
  sourceId: string;
  pageIds: ReadonlyMap<string, string>;
}

export interface DemoRows {
  contacts: ContactRow[];
  threads: ThreadRow[];
  messages: MessageRow[];
  receipts: ReceiptRow[];
}

const minute = 60_000;
const dayMs = 24 * 60 * minute;
const notFound = "I did not find an answer to this in the pages I know.";
const names = ["Ada", "Ben", "Chloe", "Dev", "Elif", "Finn", "Grace", "Hana", "Ivo", "Jun", "Kofi", "Lena"];

/** Makes the conversations of the demo as their rows are, spread over days as visitors come: more by day, and in the week. */
export function makeDemo(
  agent: DemoAgent,
  { conversations, days, now }: { conversations: number; days: number; now: number },
): DemoRows {
  const rows: DemoRows = { contacts: [], threads: [], messages: [], receipts: [] };
  for (let index = 0; index < conversations; index += 1) {
    const random = createRandom(index);
    // The square root has more of them in the last days: the demo grows.
    const day = Math.floor(days * (1 - Math.sqrt((index + 0.5) / conversations)));
    const beganAt = moveToWork(now - day * dayMs, random, now);
    addConversation(rows, { agent, random, beganAt, now });
  }
  return rows;
}

/** Moves a moment to the hours in which people ask; on weekends fewer do, so some come on the Friday before. */
function moveToWork(at: number, random: () => number, now: number): number {
  const weekday = new Date(at).getUTCDay();
  const back = weekday === 0 && random() < 0.7 ? 2 : weekday === 6 && random() < 0.6 ? 1 : 0;
  const midnight = Math.floor((at - back * dayMs) / dayMs) * dayMs;
  const hour = 7 + ((random() + random() + random()) / 3) * 14;
  return Math.min(Math.round(midnight + hour * 60 * minute), now - 30 * minute);
}

interface Conversation {
  agent: DemoAgent;
  random: () => number;
  beganAt: number;
  now: number;
}

function addConversation(rows: DemoRows, { agent, random, beganAt, now }: Conversation): void {
  const { organizationId, agentId } = agent;
  const ids = { organizationId, agentId };
  const threadId = newId();
  const contactId = newId();
  const isKnown = random() < 0.88;
  const topic = pickTopic(random);
  const missing = pick(unansweredQuestions, random);
  let at = beganAt;
  let position = 0;
  const add = (role: MessageRow["role"], changes: Partial<MessageRow>): MessageRow => {
    const message: MessageRow = {
      ...{ ...ids, id: newId(), threadId, contactId, position, role, kind: "text", content: "" },
      ...{ audience: "all", about: null, status: "sent", error: null, citations: "[]", followUps: "[]" },
      ...{ authorId: null, authorName: null, inReplyTo: null, generation: 0, clientId: null },
      ...{ attachments: "[]", actions: "[]", runId: null, feedback: null, editedAt: null, earlier: "[]" },
      ...{ translations: null, owner: null, leaseUntil: null, waitedSince: null, replyDueAt: null },
      ...{ attempts: 0, createdAt: at, updatedAt: at },
      ...changes,
    };
    position += 1;
    rows.messages.push(message);
    return message;
  };
  const asked = add("user", { content: isKnown ? topic.question : missing });
  const ms = Math.round(500 + 3500 * random() ** 2);
  const isHelpful = random() < 0.75;
  const answer = add("assistant", {
    ...{ inReplyTo: asked.id, updatedAt: at + ms, content: isKnown ? topic.answer : notFound },
    citations: isKnown ? JSON.stringify([citationOf(topic, agent)]) : "[]",
    feedback: random() < 0.25 ? JSON.stringify({ value: isHelpful ? 1 : -1, reason: null, text: "" }) : null,
  });
  const answeredAt = at + ms;
  const body = receiptOf({ agent, answer, question: asked.content, ms });
  const kept = { organizationId, messageId: answer.id, threadId, createdAt: answeredAt };
  rows.receipts.push({ ...kept, body: JSON.stringify(body) });
  at = answeredAt + Math.round(minute * (0.5 + 3 * random()));
  const hadPerson = !isKnown && random() < 0.6;
  let firstReplyAt: number | null = null;
  if (hadPerson) {
    add("system", { kind: "event", content: "personRequested" });
    const waitedSince = at;
    at += Math.round(minute * (2 + 25 * random()));
    firstReplyAt = at;
    add("support", { content: "Hello, I can help with that.", waitedSince });
  }
  const end = outcomeOf({ hadPerson, isKnown, random });
  const score = random() < 0.3 ? (isKnown ? 4 + Math.round(random()) : 2 + Math.round(random() * 2)) : null;
  const lastActivityAt = Math.min(at, now);
  const lastText = rows.messages.at(-1)?.content ?? "";
  rows.threads.push({
    ...{ ...ids, id: threadId, contactId, contactVerified: 0, title: isKnown ? topic.title : missing },
    surfaceType: random() < 0.8 ? "widget" : "hosted-web",
    ...{
      status: "resolved",
      firstForm: null,
      snoozedUntil: null,
      sessionId: null,
      priority: 0,
      assigneeId: null,
      teamId: null,
    },
    ...{ handledBy: "ai", unread: 0, preview: 0, pageUrl: null, pageTitle: null, latestPageUrl: null },
    ...{ latestPageTitle: null, referrer: null, device: null, country: null },
    language: pick(["en", "en", "en", "de", "fr"] as const, random),
    ...{ lastMessageRole: hadPerson ? "support" : "assistant", lastMessageText: lastText, lastMessageAt: at },
    ...{ personRequestedAt: null, waitingSince: null, replyDueAt: null, replyDue: null, silentSince: null },
    ...{ firstReplyAt, firstAnswerAt: answeredAt, visitorReadTo: position, teamReadTo: position },
    ...{
      context: null,
      summary: null,
      returnedAt: null,
      teamSummary: null,
      agentNoteIds: null,
      approvals: 0,
    },
    rating: score === null ? null : JSON.stringify({ score, remark: "", at }),
    ...{ hadPerson: hadPerson ? 1 : 0, byProcedure: 0, begunByTeam: 0, lastFeedback: null },
    ...{ ...end, resolutionAt: end.resolution === null ? null : at, nextPosition: position },
    ...{ lastActivityAt, createdAt: beganAt },
  });
  rows.contacts.push({
    ...{
      ...ids,
      id: contactId,
      name: pick(names, random),
      verified: 0,
      externalId: null,
      signedEmail: null,
      signedMore: null,
    },
    ...{ ...pickContactTexts({}), attributes: "{}", preview: 0, searchText: "", blockedAt: null },
    ...{ eraseAskedAt: null, consent: null, createdAt: beganAt, lastSeenAt: lastActivityAt },
  });
}

function outcomeOf({
  hadPerson,
  isKnown,
  random,
}: {
  hadPerson: boolean;
  isKnown: boolean;
  random: () => number;
}): { resolution: Resolution | null; resolutionReason: ResolutionReason | null } {
  if (hadPerson) return { resolution: "escalated", resolutionReason: "person" };
  if (!isKnown) return { resolution: "negative", resolutionReason: "notFound" };
  if (random() < 0.3) return { resolution: "confirmed", resolutionReason: "goodRating" };
  return { resolution: "assumed", resolutionReason: "ended" };
}

function citationOf({ page, answer }: DemoTopic, { sourceId, pageIds }: DemoAgent) {
  const pageId = pageIds.get(page) ?? "";
  const place = { sourceId, pageId, passageId: `${pageId}-1`, title: page, headings: [] };
  return { number: 1, ...place, url: null, quote: answer, position: null };
}

function receiptOf({
  agent: { model, creditsPerAnswer },
  answer,
  question,
  ms,
}: {
  agent: DemoAgent;
  answer: MessageRow;
  question: string;
  ms: number;
}): Receipt {
  return {
    ...{ messageId: answer.id, question, rewrittenQuestion: null, passages: [], model },
    ...{ provider: "openai", fallback: null, tokensIn: 900, tokensOut: 60, credits: creditsPerAnswer },
    ...{ attempts: 1, ms: { retrieve: 6, firstToken: Math.round(ms / 3), total: ms }, agentVersion: 1 },
  };
}

function pickTopic(random: () => number): DemoTopic {
  return pick(
    demoTopics.flatMap((topic) => Array<DemoTopic>(topic.weight).fill(topic)),
    random,
  );
}

function pick<T>(from: readonly T[], random: () => number): T {
  return from[Math.floor(random() * from.length)] as T; // none is empty
}

/** Numbers from 0 to 1 that are the same each time: two who look at the demo talk of the same figures. */
function createRandom(seed: number): () => number {
  let count = 0;
  return () => {
    count += 1;
    return createHash("sha256").update(`${seed} ${count}`).digest().readUInt32BE() / 2 ** 32;
  };
}
