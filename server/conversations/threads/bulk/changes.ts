import type {
  ChangedThreads,
  ManyChange,
  ThreadChangeRun,
} from "../../../../shared/contract/conversations/inbox/threadChanges.ts";
import { AppError } from "../../../../shared/errors/errors.ts";
import type { AgentKey } from "../../../agents/parts.ts";
import { newId } from "../../../database/ids.ts";
import type { Db, Tx } from "../../../database/store.ts";
import type { MemberCaller } from "../../../requests/handle.ts";
import type { ConversationDeps } from "../../deps.ts";
import { findNamed } from "../../inbox/named.ts";
import { selectInbox } from "../../inbox/inboxRows.ts";
import { refusePast } from "../../inbox/wake.ts";
import { findFilled } from "../../inbox/threadFields.ts";
import { refuseMissingLabels } from "../../inbox/labels.ts";
import { findThreadIds } from "../../messages/search/searchThreads.ts";
import type { ThreadChangeRow } from "../../tables.ts";

export const changeJob = "conversations.change";

/** How long the outcome of a change can be asked for; no change takes that long. */
const keptForMs = 30 * 24 * 60 * 60_000;
/** How long after its end a change can be undone: a member who was cut off comes back to it. */
export const undoableForMs = 60 * 60_000;
/** How long what a change moved is kept; no change takes that long. */
const movedKeptForMs = 2 * 24 * 60 * 60_000;

export interface AskedChange extends AgentKey {
  member: Pick<MemberCaller, "userId" | "name">;
  of: ChangedThreads;
  change: ManyChange;
}

/** Counts what is to be changed and queues the job that does it. */
export async function beginChange(
  deps: ConversationDeps,
  { of, change, ...asked }: AskedChange,
): Promise<ThreadChangeRow> {
  refusePast(change.snoozedUntil, deps.now(), "body.data.change.snoozedUntil");
  const chosen = JSON.stringify(await settle(deps, asked, of));
  const wanted = { chosen, change: JSON.stringify(change), undoes: null };
  return queueChange(deps, { ...asked, ...wanted }, async (tx) => {
    const { organizationId, agentId } = asked;
    await findNamed(tx, organizationId, change);
    await refuseMissingLabels(tx, { organizationId, agentId }, change.addLabelIds);
    await findFilled(tx, organizationId, change.customFields);
  });
}

/** Stands in the place of what is to be changed where they are to be deleted. */
const removal = JSON.stringify({ isRemoval: true });

/** Whether a change deletes its conversations. */
export function isRemoval({ change }: Pick<ThreadChangeRow, "change">): boolean {
  return change === removal;
}

/** Counts what is to be deleted and queues the job that does it. */
export async function beginRemoval(
  deps: ConversationDeps,
  { of, ...asked }: Omit<AskedChange, "change">,
): Promise<ThreadChangeRow> {
  const chosen = JSON.stringify(await settle(deps, asked, of));
  return queueChange(deps, { ...asked, chosen, change: removal, undoes: null }, async () => {});
}

/** What a search finds is named one by one: it would find others once the change is under way. */
async function settle(
  { store }: Pick<ConversationDeps, "store">,
  { organizationId, agentId, member: { userId } }: Omit<AskedChange, "of" | "change">,
  of: ChangedThreads,
): Promise<ChangedThreads> {
  if (!("filter" in of) || of.search === undefined) return of;
  const { filter, search } = of;
  return { threadIds: await findThreadIds(store, { organizationId, agentId, userId, filter, search }) };
}

/** Begins to put each conversation of a change back to what it was; only who began it may, and managers. */
export async function beginUndo(
  deps: ConversationDeps,
  { row, member }: { row: ThreadChangeRow; member: Pick<MemberCaller, "userId" | "name" | "may"> },
): Promise<ThreadChangeRow> {
  const { organizationId, agentId, id } = row;
  refuseOthers(row, member, "undo it");
  const tooLate = new AppError("conflict", { message: "This change can no longer be undone." });
  const { canUndo } = await presentChange(deps, deps.store.db, row);
  if (!canUndo) throw tooLate;
  const wanted = { organizationId, agentId, member, chosen: "{}", change: "{}", undoes: id };
  return queueChange(deps, wanted, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("threadChanges")
      .set({ undoneAt: deps.now() })
      .where("organizationId", "=", organizationId)
      .where("id", "=", id)
      .where("undoneAt", "is", null)
      .executeTakeFirstOrThrow();
    if (Number(numUpdatedRows) === 0) throw tooLate;
  });
}

type Wanted = Pick<AskedChange, "organizationId" | "agentId" | "member"> &
  Pick<ThreadChangeRow, "chosen" | "change" | "undoes">;

async function queueChange(
  { store, jobs, now }: ConversationDeps,
  { member, ...wanted }: Wanted,
  check: (tx: Tx) => Promise<void>,
): Promise<ThreadChangeRow> {
  const at = now();
  const { organizationId, agentId } = wanted;
  const row: Omit<ThreadChangeRow, "jobId"> = {
    ...{ ...wanted, id: newId(at), userId: member.userId, userName: member.name, failures: "[]" },
    ...{ doneTo: "", total: 0, changed: 0, unchanged: 0, undoneAt: null, createdAt: at },
  };
  const { total } = await selectChosen(store.reader, row)
    .select((one) => one.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  if (total === 0) throw new AppError("not_found");
  return store.transaction(async (tx) => {
    await check(tx);
    const key = `${agentId}:${member.userId}`;
    const payload = { id: row.id };
    const job = await jobs.enqueue(tx, { organizationId, kind: changeJob, key, payload });
    if (job.payload !== JSON.stringify(payload)) {
      const message = "Another change of yours is still running. Wait for it, or cancel it.";
      throw new AppError("conflict", { message });
    }
    const queued = { ...row, total, jobId: job.id };
    await tx.insertInto("threadChanges").values(queued).execute();
    return queued;
  });
}

/** The conversations of a change that are there, none younger than it is. */
export function selectChosen(
  db: Db,
  { organizationId, agentId, userId, chosen, undoes, createdAt }: Omit<ThreadChangeRow, "jobId">,
) {
  const of = JSON.parse(chosen) as ChangedThreads | Record<never, never>; // written by beginChange and beginUndo
  const filter = "filter" in of ? of.filter : {};
  const threadIds = "threadIds" in of ? of.threadIds : undefined;
  const found = selectInbox(db, { organizationId, agentId, userId, filter, threadIds }).where(
    "threads.createdAt",
    "<=",
    createdAt,
  );
  if (undoes !== null) {
    return found.where("threads.id", "in", (inner) =>
      inner
        .selectFrom("movedThreads")
        .select("movedThreads.threadId")
        .where("movedThreads.organizationId", "=", organizationId)
        .where("movedThreads.changeId", "=", undoes),
    );
  }
  return found;
}

export async function findChange(
  db: Db,
  { organizationId, agentId, id }: AgentKey & { id: string },
): Promise<ThreadChangeRow> {
  const row = await db
    .selectFrom("threadChanges")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return row;
}

/** Asks a change to end; only who began it may, and managers. */
export async function cancelChange(
  { jobs }: Pick<ConversationDeps, "jobs">,
  tx: Tx,
  { row, member }: { row: ThreadChangeRow; member: Pick<MemberCaller, "userId" | "may"> },
): Promise<void> {
  const { organizationId, jobId } = row;
  refuseOthers(row, member, "cancel it");
  await jobs.cancel(tx, { organizationId, id: jobId });
}

function refuseOthers(
  { userId }: ThreadChangeRow,
  member: Pick<MemberCaller, "userId" | "may">,
  what: string,
): void {
  if (userId === member.userId || member.may("conversations.manage")) return;
  throw new AppError("forbidden", {
    message: `Only the member who started this change and managers can ${what}.`,
  });
}

/** A change with the state of its job. */
export async function presentChange(
  { jobs, now }: Pick<ConversationDeps, "jobs" | "now">,
  db: Db,
  row: ThreadChangeRow,
): Promise<ThreadChangeRun> {
  const job = await jobs.get(db, { organizationId: row.organizationId, id: row.jobId });
  const { id, total, changed, unchanged, undoes, createdAt } = row;
  const endedAt = job?.endedAt ?? null;
  const isRecent = endedAt !== null && endedAt + undoableForMs > now();
  return {
    ...{ id, total, changed, unchanged, createdAt },
    state: job?.state ?? "done",
    failures: JSON.parse(row.failures) as ThreadChangeRun["failures"], // written by the job
    error: job?.state === "failed" ? job.error : null,
    endedAt,
    isUndo: undoes !== null,
    isRemoval: isRemoval(row),
    canUndo: isRecent && changed > 0 && undoes === null && row.undoneAt === null && !isRemoval(row),
  };
}

/** Deletes what is kept of changes that can no longer be requested. */
export async function removeOldChanges(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom("threadChanges")
    .where("createdAt", "<=", now - keptForMs)
    .execute();
  await db
    .deleteFrom("movedThreads")
    .where("createdAt", "<=", now - movedKeptForMs)
    .execute();
}
