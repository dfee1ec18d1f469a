import type { Receipt } from "../../../shared/contract/conversations/answers/receipts.ts";
import { returnWithinMs } from "../../../shared/domain/figureState.ts";
import type { SkillRunRow } from "../../actions/skills/tables.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { newId } from "../../database/ids.ts";
import { statement } from "../../database/statement.ts";
import type { Tx } from "../../database/store.ts";
import type { MessageRow, ThreadRow } from "../tables.ts";
import { figureTables } from "./fold.ts";
import { beginToAdd } from "./lock.ts";
import { addMessage, addRun, addThread } from "./ofRows.ts";
import type { Place } from "./ofRows.ts";
import { readStored } from "./readStored.ts";
import type { Stored } from "./readStored.ts";
import { Tally, underLabel } from "./tally.ts";
import type { TallyCell } from "./tally.ts";
import type { FigureChangeRow } from "./tables.ts";

/** What else changed of the figures with a thread's row. */
export interface Counted {
  /** Messages that are new, or ended. */
  messages: readonly MessageRow[];
  /** That of the answer among them. */
  receipt?: Receipt | null | undefined;
}

/** Writes what a change of a thread's row, and its new messages, make of the figures. */
export async function countThread(
  tx: Tx,
  { before, after, counted }: { before: ThreadRow; after: ThreadRow; counted?: Counted | undefined },
): Promise<void> {
  if (after.preview === 1) return;
  const tally = new Tally();
  if (before !== after) {
    addThread(tally, before, -1);
    addThread(tally, after, 1);
  }
  for (const message of counted?.messages ?? [])
    addMessage(tally, { place: after, message, receipt: counted?.receipt ?? null, sign: 1 });
  await writeTally(tx, { ...after, threadId: after.id }, tally);
}

/** Writes what the figures lose, or win again, by a change of a message that is no new one. */
export async function recountMessage(
  tx: Tx,
  { before, after }: { before: MessageRow; after: MessageRow | null },
): Promise<void> {
  const { organizationId, id } = before;
  const [place] = await selectPlace(tx, { organizationId, threadId: before.threadId });
  if (!place || place.preview === 1) return;
  const [kept] =
    before.role === "assistant" ? await selectReceipt(tx, { organizationId, messageId: id }) : [];
  const receipt = kept ? (JSON.parse(kept.body) as Receipt) : null; // written by saveReceipt
  const tally = new Tally();
  addMessage(tally, { place, message: before, receipt, sign: -1 });
  if (after) addMessage(tally, { place, message: after, receipt, sign: 1 });
  await writeTally(tx, before, tally);
}

/** Does what changes messages of a thread, their receipts and runs, and writes what that makes of the figures. */
export async function recountMessages<Result>(
  tx: Tx,
  thread: ThreadRow,
  change: () => Promise<Result>,
): Promise<Result> {
  const key = { organizationId: thread.organizationId, threadIds: [thread.id] };
  const tally = new Tally();
  addStoredMessages(tally, await readStored(tx, key), -1);
  const result = await change();
  addStoredMessages(tally, await readStored(tx, key), 1);
  await writeTally(tx, { ...thread, threadId: thread.id }, tally);
  return result;
}

/** Writes that a run of an action ended. */
export async function countRun(tx: Tx, { place, run }: { place: Place; run: SkillRunRow }): Promise<void> {
  const tally = new Tally();
  addRun(tally, { place, run, sign: 1 });
  await writeTally(tx, run, tally);
}

/** Takes threads out of the figures whose rows go. */
export async function uncountThreads(
  tx: Tx,
  { threadIds, ...key }: AgentKey & { threadIds: readonly string[] },
): Promise<void> {
  await putCells(tx, key, await listCells(tx, { organizationId: key.organizationId, threadIds }, -1));
}

/** Writes what labels count for once they stand on a thread, and what those lose that were taken off. */
export async function countLabels(
  tx: Tx,
  { organizationId, agentId, id }: ThreadRow,
  { added, gone }: { added: readonly string[]; gone: readonly string[] },
): Promise<void> {
  const stored = await readStored(tx, { organizationId, threadIds: [id] });
  const cellsOf = (labelIds: readonly string[], sign: 1 | -1) => {
    const tally = new Tally();
    addStored(tally, stored, sign);
    return labelIds.flatMap((labelId) => underLabel(tally.list(), labelId));
  };
  await putCells(tx, { organizationId, agentId }, [...cellsOf(added, 1), ...cellsOf(gone, -1)]);
}

/** All that threads of one agent count for, as their rows and labels stand. */
export async function listCells(
  tx: Tx,
  { organizationId, threadIds }: { organizationId: string; threadIds: readonly string[] },
  sign: 1 | -1,
): Promise<TallyCell[]> {
  const labels = await readLabels(tx, { organizationId, threadIds });
  const byLabels = Map.groupBy(threadIds, (id) => (labels.get(id) ?? []).join("\n"));
  const cells: TallyCell[] = [];
  for (const group of byLabels.values()) {
    const tally = new Tally();
    addStored(tally, await readStored(tx, { organizationId, threadIds: group }), sign);
    cells.push(...withLabels(tally.list(), labels.get(group[0] ?? "") ?? []));
  }
  return cells;
}

/** In one order, so that threads with the same labels are told. */
async function readLabels(
  tx: Tx,
  { organizationId, threadIds }: { organizationId: string; threadIds: readonly string[] },
): Promise<Map<string, string[]>> {
  if (threadIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom("threadLabels")
    .select(["threadId", "labelId"])
    .where("organizationId", "=", organizationId)
    .where("threadId", "in", threadIds)
    .orderBy("labelId")
    .execute();
  const labels = new Map<string, string[]>();
  for (const { threadId, labelId } of rows) labels.set(threadId, [...(labels.get(threadId) ?? []), labelId]);
  return labels;
}

function withLabels(cells: TallyCell[], labelIds: readonly string[]): TallyCell[] {
  return [...cells, ...labelIds.flatMap((labelId) => underLabel(cells, labelId))];
}

/** Adds all that rows count for. */
function addStored(tally: Tally, stored: Stored, sign: 1 | -1): void {
  for (const thread of stored.threads) addThread(tally, thread, sign);
  addStoredMessages(tally, stored, sign);
}

function addStoredMessages(tally: Tally, { threads, messages, receipts, runs }: Stored, sign: 1 | -1): void {
  const places = new Map(threads.map((thread) => [thread.id, thread]));
  for (const message of messages) {
    const place = places.get(message.threadId);
    if (place) addMessage(tally, { place, message, receipt: receipts.get(message.id) ?? null, sign });
  }
  for (const run of runs) {
    const place = places.get(run.threadId);
    if (place) addRun(tally, { place, run, sign });
  }
}

/** Deletes the figures of an agent. */
export async function forgetFigures(tx: Tx, { organizationId, agentId }: AgentKey): Promise<void> {
  await beginToAdd(tx, { mayWait: true });
  for (const table of ["figureChanges", ...figureTables] as const) {
    await tx
      .deleteFrom(table)
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .execute();
  }
}

/** Notes of the conversations that a visitor had within 72 hours that they came back: another one begins. */
export async function countReturn(
  tx: Tx,
  {
    organizationId,
    contactId,
    id,
    now,
  }: { organizationId: string; contactId: string; id: string; now: number },
): Promise<void> {
  const since = now - returnWithinMs;
  const earlier = await selectEarlier(tx, { organizationId, contactId, id, since });
  for (const before of earlier) {
    if (before.returnedAt !== null && before.returnedAt >= before.lastActivityAt) continue;
    await putReturned(tx, { organizationId, id: before.id, returnedAt: now });
    await countThread(tx, { before, after: { ...before, returnedAt: now } });
  }
}

/** Writes what a thread's change counts for, for its labels, too; changing a label locks the thread too. */
async function writeTally(
  tx: Tx,
  { organizationId, agentId, threadId }: AgentKey & { threadId: string },
  tally: Tally,
): Promise<void> {
  const cells = tally.list();
  if (cells.length === 0) return;
  const labels = await selectLabels(tx, { organizationId, threadId });
  const labelIds = labels.map(({ labelId }) => labelId);
  await putCells(tx, { organizationId, agentId }, withLabels(cells, labelIds));
}

async function putCells(
  tx: Tx,
  { organizationId, agentId }: AgentKey,
  cells: readonly TallyCell[],
): Promise<void> {
  if (cells.length > 0)
    await putChange(tx, { id: newId(), organizationId, agentId, body: JSON.stringify(cells) });
}

const selectLabels = statement(
  (db, { organizationId, threadId }: { organizationId: string; threadId: string }) =>
    db
      .selectFrom("threadLabels")
      .select("labelId")
      .where("organizationId", "=", organizationId)
      .where("threadId", "=", threadId),
);

const putChange = statement(
  (db, row: FigureChangeRow) => db.insertInto("figureChanges").values(row),
  // Nobody reads it before it is committed.
  { isLast: true },
);

const selectPlace = statement(
  (db, { organizationId, threadId }: { organizationId: string; threadId: string }) =>
    db
      .selectFrom("threads")
      .select(["preview", "surfaceType", "language"])
      .where("organizationId", "=", organizationId)
      .where("id", "=", threadId),
);

const selectReceipt = statement(
  (db, { organizationId, messageId }: { organizationId: string; messageId: string }) =>
    db
      .selectFrom("receipts")
      .select("body")
      .where("organizationId", "=", organizationId)
      .where("messageId", "=", messageId),
);

interface Earlier {
  organizationId: string;
  contactId: string;
  id: string;
  since: number;
}

const selectEarlier = statement((db, { organizationId, contactId, id, since }: Earlier) =>
  db
    .selectFrom("threads")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", contactId)
    .where("lastActivityAt", ">=", since)
    .where("id", "!=", id)
    .where("preview", "=", 0)
    .where("begunByTeam", "=", 0)
    .orderBy("id")
    .forUpdate(),
);

const putReturned = statement(
  (db, { organizationId, id, returnedAt }: { organizationId: string; id: string; returnedAt: number }) =>
    db
      .updateTable("threads")
      .set({ returnedAt })
      .where("organizationId", "=", organizationId)
      .where("id", "=", id),
);
