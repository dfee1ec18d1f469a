import { createHash } from "node:crypto";
import type { MessageAction } from "../../../shared/contract/conversations/actions/messageAction.ts";
import { readConfiguration } from "../../agents/present.ts";
import { readCards } from "../../conversations/actions/cards.ts";
import type { ContactRow, MessageRow, ThreadRow } from "../../conversations/tables.ts";
import type { Db } from "../../database/store.ts";
import { splitText } from "../render.ts";
import type { TeamPostRow } from "./tables.ts";

/** A message as Slack takes it: `text` is what notifications and screen readers tell. */
export interface Shown {
  text: string;
  blocks: object[];
}

export interface ShownPost extends Shown {
  /** By which a change is known. */
  hash: string;
  /** It no longer changes. */
  isOver: boolean;
}

/** What a post is about, as it is now. */
export interface Subject {
  thread: ThreadRow;
  contact: Pick<ContactRow, "name">;
  agent: { name: string };
  /** Where the team answers; null where nobody has said at which address the console is. */
  url: string | null;
}

export const takeOverButton = "team_take_over";
export const resolveButton = "team_resolve";
export const approveButton = "team_approve";
export const declineButton = "team_decline";

/** Slack's limits. */
const most = { header: 150, section: 3000, confirmTitle: 100, confirmText: 300, fields: 10, field: 2000 };

/** Finds what a post is about; null where it was deleted, or is no longer of this agent. */
export async function findSubject(
  db: Db,
  { organizationId, agentId, threadId }: Pick<TeamPostRow, "organizationId" | "agentId" | "threadId">,
  origin: string | null,
): Promise<Subject | null> {
  const thread = await db
    .selectFrom("threads")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("id", "=", threadId)
    .executeTakeFirst();
  if (!thread) return null;
  const contact = await db
    .selectFrom("contacts")
    .select("name")
    .where("organizationId", "=", organizationId)
    .where("id", "=", thread.contactId)
    .executeTakeFirst();
  const row = await db
    .selectFrom("agents")
    .select("configuration")
    .where("organizationId", "=", organizationId)
    .where("id", "=", agentId)
    .executeTakeFirst();
  if (!contact || !row) return null;
  const agent = { name: readConfiguration(row.configuration).name };
  const path = `/accounts/${organizationId}/cp/${agentId}/inbox/conversations/${threadId}`;
  return { thread, contact, agent, url: origin === null ? null : origin + path };
}

/** Draws a post as it is to be seen now; null where what it is about is gone. */
export async function renderPost(
  db: Db,
  post: TeamPostRow,
  origin: string | null,
): Promise<ShownPost | null> {
  const subject = await findSubject(db, post, origin);
  if (!subject) return null;
  const drawn =
    post.kind === "handoff"
      ? await drawHandoff(db, post, subject)
      : post.kind === "approval"
        ? await drawApproval(db, post, subject)
        : await drawMention(db, post, subject);
  if (!drawn) return null;
  const hash = createHash("sha256").update(JSON.stringify(drawn)).digest("base64url");
  return { ...drawn, hash };
}

type Drawn = Omit<ShownPost, "hash"> | null;

export const reasons: Record<string, string> = {
  personRequested: "asks for a person",
  agentPaused: "wrote while the agent is paused",
};
/** All others: the earlier recipient no longer has it. */
export const waitsAgain = "waits for a person again";

async function drawHandoff(
  db: Db,
  post: TeamPostRow,
  { thread, contact, agent, url }: Subject,
): Promise<Drawn> {
  const title = `${contact.name} ${reasons[post.reason ?? ""] ?? waitsAgain}`;
  const words = await findLastWords(db, post);
  const page = thread.latestPageUrl ?? thread.pageUrl;
  const { state, isOver } = await describeState(db, thread);
  const buttons = [
    ...(isOver || thread.assigneeId !== null
      ? []
      : [button(takeOverButton, "Take over", { style: "primary" })]),
    ...(isOver ? [] : [button(resolveButton, "Resolve")]),
    ...linkTo(url),
  ];
  return {
    text: escapeSlack(title),
    blocks: [
      header(title),
      {
        type: "section",
        fields: [plain(`Agent: ${agent.name}`), ...(page ? [plain(`Page: ${page}`)] : []), plain(state)].map(
          (field) => ({ ...field, text: field.text.slice(0, most.field) }),
        ),
      },
      ...(words === null ? [] : [section(words)]),
      ...(buttons.length > 0 ? [{ type: "actions", elements: buttons }] : []),
      ...(isOver ? [] : [context("Replies in this thread are sent to the visitor.")]),
    ],
    isOver,
  };
}

async function describeState(db: Db, thread: ThreadRow): Promise<{ state: string; isOver: boolean }> {
  if (thread.status === "resolved") {
    const who = await findLastActor(db, thread, "resolved");
    return { state: who === null ? "Resolved" : `Resolved by ${who}`, isOver: true };
  }
  if (thread.handledBy === "ai") return { state: "The agent has it again", isOver: true };
  if (thread.assigneeId === null) return { state: "Not taken yet", isOver: false };
  const user = await db
    .selectFrom("users")
    .select(["firstName", "lastName"])
    .where("id", "=", thread.assigneeId)
    .executeTakeFirst();
  const name = user ? `${user.firstName} ${user.lastName}`.trim() : "A colleague";
  return { state: `${name} has it`, isOver: false };
}

async function findLastActor(db: Db, thread: ThreadRow, event: string): Promise<string | null> {
  const last = await db
    .selectFrom("messages")
    .select("authorName")
    .where("organizationId", "=", thread.organizationId)
    .where("threadId", "=", thread.id)
    .where("kind", "=", "event")
    .where("content", "=", event)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.authorName ?? null;
}

/** What the visitor wrote last before they were handed over; null where nothing was. */
export async function findLastWords(
  db: Db,
  { organizationId, threadId, subject }: Pick<TeamPostRow, "organizationId" | "threadId" | "subject">,
): Promise<string | null> {
  const last = await db
    .selectFrom("messages")
    .select(["content", "attachments"])
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("role", "=", "user")
    .where("kind", "=", "text")
    .where("position", "<", (event) =>
      event
        .selectFrom("messages as event")
        .select("event.position")
        .where("event.organizationId", "=", organizationId)
        .where("event.id", "=", subject),
    )
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return last ? sayMessage(last) || null : null;
}

/** The card of a run, wherever it is shown; null where its message is gone. */
export async function findCard(
  db: Db,
  { organizationId, threadId, subject }: Pick<TeamPostRow, "organizationId" | "threadId" | "subject">,
): Promise<MessageAction | null> {
  const message = await db
    .selectFrom("skillRuns as run")
    .innerJoin("messages", (join) =>
      join
        .onRef("messages.organizationId", "=", "run.organizationId")
        .onRef("messages.id", "=", "run.messageId"),
    )
    .select("messages.actions")
    .where("run.organizationId", "=", organizationId)
    .where("run.threadId", "=", threadId)
    .where("run.id", "=", subject)
    .executeTakeFirst();
  return (message && readCards(message).find(({ id }) => id === subject)) ?? null;
}

async function drawApproval(db: Db, post: TeamPostRow, { contact, agent, url }: Subject): Promise<Drawn> {
  const card = await findCard(db, post);
  if (!card) return null;
  const isWaiting = card.state === "waiting" && card.by === "team";
  const title = `Approval: ${card.title}`;
  const effect = describeEffect(card);
  const confirm = (verb: string, says: string) => ({
    title: plain(`${verb} “${card.title}”?`.slice(0, most.confirmTitle)),
    text: plain(`${effect}${effect ? "\n" : ""}${says}`.slice(-most.confirmText)),
    confirm: plain(verb),
    deny: plain("Cancel"),
  });
  const buttons = isWaiting
    ? [
        button(approveButton, "Approve", {
          ...{ style: "primary" },
          confirm: confirm("Approve", "It runs once, immediately, and can’t be undone here."),
        }),
        button(declineButton, "Decline", {
          confirm: confirm("Decline", "Nothing is done. The visitor is told."),
        }),
      ]
    : [];
  const elements = [...buttons, ...linkTo(url)];
  return {
    text: escapeSlack(title),
    blocks: [
      header(title),
      section([`${agent.name} wants to do this for ${contact.name}.`, effect].filter(Boolean).join("\n\n")),
      context(isWaiting ? `Waits until ${sayMoment(card.expiresAt)}` : describeDecision(card)),
      ...(elements.length > 0 ? [{ type: "actions", elements }] : []),
    ],
    isOver: !isWaiting && card.state !== "running",
  };
}

/** What is done, with what it costs or moves, line by line. */
export function describeEffect({ values }: Pick<MessageAction, "values">): string {
  return values.map(({ label, value }) => `${label}: ${value.replace(/\s+/g, " ").slice(0, 100)}`).join("\n");
}

function describeDecision({ state, decidedBy, note, by }: MessageAction): string {
  const who = by === "team" && decidedBy !== null ? ` by ${decidedBy}` : "";
  const said = note === null ? "" : `. ${note}`;
  switch (state) {
    case "declined":
      return `Declined${who}${said}`;
    case "expired":
      return "Not decided in time";
    case "withdrawn":
      return note ?? "Withdrawn";
    case "running":
      return `Approved${who}`;
    case "done":
      return `Approved${who} and done${said}`;
    case "failed":
    case "unknown":
      return `Approved${who}, but it isn’t allowed${said}`;
    case "waiting":
      return "Waits for the visitor";
  }
}

async function drawMention(db: Db, post: TeamPostRow, { contact, agent, url }: Subject): Promise<Drawn> {
  const note = await db
    .selectFrom("messages")
    .select(["content", "attachments", "authorName"])
    .where("organizationId", "=", post.organizationId)
    .where("id", "=", post.subject.split(":")[0] ?? "")
    .where("kind", "=", "text")
    .where("audience", "=", "team")
    .executeTakeFirst();
  if (!note) return null;
  const title = `${note.authorName ?? "A colleague"} mentioned you`;
  const link = linkTo(url);
  return {
    text: escapeSlack(title),
    blocks: [
      header(title),
      section(sayMessage(note) || "A note without words."),
      context(`${agent.name} · ${contact.name}`),
      ...(link.length > 0 ? [{ type: "actions", elements: link }] : []),
    ],
    isOver: true,
  };
}

/** Draws what somebody wrote, for the thread below a hand-over. */
export function renderSaid(
  message: Pick<MessageRow, "content" | "attachments" | "role" | "authorName">,
  visitor: string,
): Shown {
  const who = message.role === "user" ? visitor : (message.authorName ?? "A colleague");
  const words = sayMessage(message);
  return {
    text: escapeSlack(`${who}: ${words}`.slice(0, most.section)),
    blocks: [context(who), ...splitText(words, most.section).slice(0, 20).map(section)],
  };
}

function sayMessage({ content, attachments }: Pick<MessageRow, "content" | "attachments">): string {
  const files = JSON.parse(attachments) as { name?: string }[]; // stored by keepFiles
  return [...files.map(({ name }) => `[File${name ? ` ${name}` : ""}]`), content.trim()]
    .filter(Boolean)
    .join("\n");
}

interface ButtonOptions {
  style?: "primary";
  confirm?: object;
}

function button(id: string, label: string, options: ButtonOptions = {}): object {
  return { type: "button", action_id: id, text: plain(label), ...options };
}

function linkTo(url: string | null): object[] {
  return url === null ? [] : [{ type: "button", action_id: "team_open", text: plain("Open in inbox"), url }];
}

function header(text: string): object {
  return { type: "header", text: plain(text.replace(/\s+/g, " ").slice(0, most.header)) };
}

function section(text: string): object {
  return { type: "section", text: plain(text.slice(0, most.section)) };
}

function context(text: string): object {
  return { type: "context", elements: [plain(text.slice(0, most.field))] };
}

/** Nothing in it is a mention, a link or a sign of Slack's: visitors wrote it. */
function plain(text: string) {
  return { type: "plain_text" as const, text, emoji: false };
}

/** What visitors write mentions nobody and calls no channel. */
export function escapeSlack(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? "");
}

function sayMoment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
