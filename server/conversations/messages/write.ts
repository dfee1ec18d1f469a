import { withoutCitations } from "../../../shared/domain/citations.ts";
import type { ThreadPart } from "../../../shared/domain/webhooks.ts";
import { newId } from "../../database/ids.ts";
import { statement } from "../../database/statement.ts";
import type { Tx } from "../../database/store.ts";
import { shorten, toPlainText } from "../../answering/plainText.ts";
import { nameAttachments } from "../files/attachments.ts";
import { isMoved, tellPlaces } from "../threads/assignment/place.ts";
import type { ConversationDeps } from "../deps.ts";
import { countThread } from "../figures/count.ts";
import type { Counted } from "../figures/count.ts";
import { comeOut } from "../threads/resolution/outcome.ts";
import { findReplyDeadline, reportOverdueOnWake } from "../threads/sla/replyDeadline.ts";
import { holdReplies, whyHeld } from "./scheduled/hold.ts";
import { indexMessages } from "./search/messageIndex.ts";
import type { MessageRow, ThreadRow } from "../tables.ts";
import { tell } from "../threads/tell.ts";

/** What a new message says of itself; the rest follows from its thread. */
export type NewMessage = Pick<MessageRow, "role" | "kind" | "content"> &
  Partial<
    Pick<
      MessageRow,
      | "id"
      | "status"
      | "audience"
      | "about"
      | "authorId"
      | "authorName"
      | "inReplyTo"
      | "clientId"
      | "attachments"
      | "actions"
      | "followUps"
      | "runId"
      | "owner"
      | "leaseUntil"
      | "attempts"
    >
  >;

export interface Addition {
  /** Locked, or made in this transaction. */
  thread: ThreadRow;
  messages: NewMessage[];
  /** What else changes of the thread. */
  changes?: Partial<ThreadRow>;
  /** And what changed that is not in its row. */
  alsoChanged?: readonly ThreadPart[];
  now: number;
}

/** Adds messages to a thread at its end, in order, and tells everybody who watches. */
export async function addMessages(deps: ConversationDeps, tx: Tx, addition: Addition) {
  const { thread, messages, changes, alsoChanged, now } = addition;
  const rows = messages.map((message, index) => completeMessage(thread, message, { index, now }));
  if (rows.length > 0) await putMessages(tx, { rows });
  await indexMessages(tx, rows);
  const updated = await updateThread(tx, thread, {
    changes: {
      ...changes,
      ...lastMessageOf(rows, now),
      nextPosition: thread.nextPosition + rows.length,
      // What the team arranges among itself is no activity: nothing was said.
      ...(rows.some(({ audience }) => audience === "all") && { lastActivityAt: now }),
    },
    counted: { messages: rows },
    now,
  });
  const because = whyHeld(thread, updated, rows);
  if (because) await holdReplies(deps, tx, { thread: updated, because, now });
  const isTeams = !changes && rows.every((row) => row.audience === "team");
  const audience = isTeams ? "team" : "all";
  const news = { thread: updated, before: thread, alsoChanged, messages: rows };
  await tell(deps, tx, { ...news, audience, isNew: true, now });
  await reportOverdueOnWake(deps, tx, { before: thread, thread: updated, now });
  if (isMoved(thread, updated)) tellPlaces(deps, tx, thread);
  return { thread: updated, messages: rows };
}

const putMessages = statement((db, { rows }: { rows: MessageRow[] }) =>
  db.insertInto("messages").values(rows),
);

/** What a thread is from the visitor's word on, whatever the team had made of it. */
export const reopened = { status: "open", snoozedUntil: null } as const;

/** Changes a thread's row, with what follows from that, and gives it as it is then. */
export async function updateThread(
  tx: Tx,
  thread: ThreadRow,
  { changes, counted, now }: { changes: Partial<ThreadRow>; counted?: Counted; now: number },
): Promise<ThreadRow> {
  const next = { ...thread, ...changes };
  const deadline = await findReplyDeadline(tx, thread, { next, now });
  const change = differenceOf(thread, {
    ...{ ...next, ...(await comeOut(tx, next, now)), ...deadline },
    silentSince: changes.silentSince ?? silentSinceOf(thread, next, now),
  });
  const isSame = Object.keys(change).length === 0;
  const after = isSame ? thread : { ...thread, ...change };
  if (!isSame) await putChange(tx, { ...change, organizationId: thread.organizationId, id: thread.id });
  await countThread(tx, { before: thread, after, counted });
  return after;
}

/** People answer from the change on that takes it from the agent. */
function silentSinceOf(before: ThreadRow, next: ThreadRow, now: number): number | null {
  if (next.handledBy === "ai") return null;
  return before.handledBy === "ai" ? now : before.silentSince;
}

const putChange = statement((db, { organizationId, id, ...change }: ChangedThread) =>
  db.updateTable("threads").set(change).where("organizationId", "=", organizationId).where("id", "=", id),
);

type ChangedThread = Partial<ThreadRow> & Pick<ThreadRow, "organizationId" | "id">;

/** Gives what of a row is another than before. */
export function differenceOf(before: ThreadRow, after: ThreadRow): Partial<ThreadRow> {
  const names = Object.keys(after) as (keyof ThreadRow)[]; // a copy of a row, changed
  return Object.fromEntries(
    names.filter((name) => after[name] !== before[name]).map((name) => [name, after[name]]),
  );
}

type SaidRow = Pick<MessageRow, "role" | "kind" | "audience" | "content" | "attachments">;

const longestPreview = 140;

/** What the list of threads, the visitor's too, shows of the newest message that says something. */
export function lastMessageOf(rows: SaidRow[], now: number): Partial<ThreadRow> {
  const last = rows.findLast(
    (row) =>
      row.kind === "text" && row.audience === "all" && (row.content.trim() || row.attachments !== "[]"),
  );
  if (!last) return {};
  const said = last.role === "assistant" ? withoutCitations(last.content) : last.content;
  const text = shorten(toPlainText(said.slice(0, 1000)) || nameAttachments(last), longestPreview);
  return { lastMessageRole: last.role, lastMessageText: text, lastMessageAt: now };
}

function completeMessage(
  thread: ThreadRow,
  message: NewMessage,
  { index, now }: { index: number; now: number },
): MessageRow {
  return {
    organizationId: thread.organizationId,
    id: newId(now),
    agentId: thread.agentId,
    threadId: thread.id,
    contactId: thread.contactId,
    position: thread.nextPosition + index,
    status: "sent",
    audience: "all",
    about: null,
    error: null,
    citations: "[]",
    followUps: "[]",
    authorId: null,
    authorName: null,
    inReplyTo: null,
    generation: 0,
    clientId: null,
    attachments: "[]",
    actions: "[]",
    runId: null,
    feedback: null,
    editedAt: null,
    earlier: "[]",
    translations: null,
    ...(message.role === "support" && message.audience !== "team" ? waitOf(thread) : noWait),
    owner: null,
    leaseUntil: null,
    attempts: 0,
    createdAt: now,
    updatedAt: now,
    ...message,
  };
}

const noWait = { waitedSince: null, replyDueAt: null };

/** What a reply of the team's ends. */
function waitOf({ waitingSince, replyDueAt }: ThreadRow): Pick<MessageRow, "waitedSince" | "replyDueAt"> {
  return waitingSince === null ? noWait : { waitedSince: waitingSince, replyDueAt };
}
