import type {
  ManyChange,
  ThreadChangeRun,
} from "../../../../shared/contract/conversations/inbox/threadChanges.ts";
import { may } from "../../../../shared/domain/access.ts";
import { AppError } from "../../../../shared/errors/errors.ts";
import { findMember } from "../../../accounts/members.ts";
import type { JobTools, NamedJobKind } from "../../../jobs/kinds.ts";
import { GiveUp } from "../../../jobs/end.ts";
import type { JobRow } from "../../../jobs/tables.ts";
import type { Tx } from "../../../database/store.ts";
import type { ConversationDeps, ThreadKey } from "../../deps.ts";
import { changeThread } from "../handOver.ts";
import type { ThreadChangeRow } from "../../tables.ts";
import type { Writer } from "../../answers/writer.ts";
import { removeOne } from "../removal/removeThread.ts";
import { changeJob, isRemoval, selectChosen } from "./changes.ts";
import { findMoved, keepMoved, putBack } from "./kept.ts";
import type { DecidedChange } from "../decidedChange.ts";

/** How many are looked up at once, and after how many it is checked whether their member may still do this. */
const lookedUpAtOnce = 500;
const askedEvery = 20;
const mostNamed = 5;
/** How long the search for copies of deleted words waits, to cover all that is deleted meanwhile. */
const gatherMs = 3000;

/** Changes many conversations: one after the other, each as if a member decided about it alone. */
export function changingJob(deps: ConversationDeps, writer: Writer): NamedJobKind {
  return {
    kind: changeJob,
    handler: (job, tools) => changeMany(deps, writer, { job, tools }),
    concurrency: 2,
    yields: true,
  };
}

async function changeMany(
  deps: ConversationDeps,
  writer: Writer,
  { job, tools }: { job: JobRow; tools: JobTools },
): Promise<void> {
  const { id } = JSON.parse(job.payload) as { id: string }; // written by beginChange
  for (;;) {
    const row = await readRow(deps, job.organizationId, id);
    // Gone with its agent.
    if (!row) return;
    const threads = await selectChosen(deps.store.reader, row)
      .select("threads.id")
      .where("threads.id", ">", row.doneTo)
      .orderBy("threads.id")
      .limit(lookedUpAtOnce)
      .execute();
    if (threads.length === 0) return;
    for (const [index, thread] of threads.entries()) {
      if (index % askedEvery === 0) await refuseLeaver(deps, row);
      tools.signal.throwIfAborted();
      await changeOne(deps, writer, { row, threadId: thread.id });
      tools.progress({ doneTo: thread.id });
    }
  }
}

interface One {
  row: ThreadChangeRow;
  threadId: string;
}

async function changeOne(deps: ConversationDeps, writer: Writer, one: One): Promise<void> {
  const { organizationId, agentId, userId, userName: name, undoes } = one.row;
  const key = { organizationId, agentId, threadId: one.threadId };
  try {
    if (isRemoval(one.row)) return await removeChosen(deps, one, key);
    const decided = undoes === null ? runWithHalt(deps, one) : await decideBack(deps, one, undoes);
    await changeThread(deps, writer, { key, member: { userId, name }, ...decided });
  } catch (error) {
    // What is nobody's decision, such as a database that is away, is tried again with the job.
    if (!(error instanceof AppError)) throw error;
    await deps.store.transaction((tx) => count(tx, one, { failure: wordsOf(error) }));
  }
}

/** What came back to life since the lookup, through a message of its visitor, is not deleted. */
async function removeChosen(deps: ConversationDeps, one: One, key: ThreadKey): Promise<void> {
  const chosen = selectChosen(deps.store.db, one.row)
    .select("threads.id")
    .where("threads.id", "=", key.threadId);
  const isLeft = (await chosen.executeTakeFirst()) === undefined;
  if (isLeft) return deps.store.transaction((tx) => count(tx, one, "unchanged"));
  return removeOne(deps, key, { forgetInMs: gatherMs, also: (tx) => count(tx, one, "changed") });
}

type Decision = Omit<DecidedChange, "key" | "member">;

/** Does what is asked for, and keeps what that moved. */
function runWithHalt(deps: ConversationDeps, one: One): Decision {
  const { id: changeId, userId } = one.row;
  const change = JSON.parse(one.row.change) as ManyChange; // written by beginChange
  const keeping = keepMoved(deps, { change, userId, changeId });
  return {
    ...change,
    before: keeping.before,
    after: async (tx, isChanged, thread) => {
      await count(tx, one, isChanged ? "changed" : "unchanged");
      await keeping.after(tx, isChanged, thread);
    },
  };
}

/** Puts back what another change moved, where nobody moved it since. */
async function decideBack(deps: ConversationDeps, one: One, changeId: string): Promise<Decision> {
  const { organizationId, agentId } = one.row;
  const kept = await findMoved(deps.store.db, { organizationId, changeId, threadId: one.threadId });
  if (!kept) throw new AppError("not_found");
  const back = await putBack(deps, { organizationId, agentId }, kept.moved);
  return {
    ...back,
    after: async (tx, ...changed) => {
      // It is as it was, also where nothing but how far the team has read was moved.
      await count(tx, one, "changed");
      await back.after(tx, ...changed);
    },
  };
}

/**
 * Writes down how it went, in the transaction of the change itself: however often the job is cut off, each conversation
 * is changed once and counted once.
 */
async function count(
  tx: Tx,
  { row: { organizationId, id }, threadId }: One,
  went: "changed" | "unchanged" | { failure: string },
): Promise<void> {
  const row = await tx
    .selectFrom("threadChanges")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("doneTo", "<", threadId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Error("Another process continues this change.");
  const counted =
    typeof went === "string"
      ? { [went]: row[went] + 1 }
      : { failures: addFailure(row.failures, threadId, went.failure) };
  await tx
    .updateTable("threadChanges")
    .set({ ...counted, doneTo: threadId })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

function wordsOf({ code, message, fields }: AppError): string {
  if (code === "not_found") return "It no longer exists.";
  return fields?.[0]?.message ?? message;
}

function addFailure(failures: string, threadId: string, message: string): string {
  const known = JSON.parse(failures) as ThreadChangeRun["failures"]; // written by this function
  const same = known.find((one) => one.message === message) ?? { message, count: 0, threadIds: [] };
  const others = known.filter((one) => one.message !== message);
  const threadIds = [...same.threadIds, threadId].slice(0, mostNamed);
  return JSON.stringify([...others, { message, count: same.count + 1, threadIds }]);
}

async function readRow(
  { store }: ConversationDeps,
  organizationId: string,
  id: string,
): Promise<ThreadChangeRow | undefined> {
  return store.db
    .selectFrom("threadChanges")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Members who left the organization, or may no longer do this, change nothing in it. */
async function refuseLeaver({ store }: ConversationDeps, row: ThreadChangeRow): Promise<void> {
  const { organizationId, userId } = row;
  const member = await findMember(store.db, { userId, organizationId });
  if (member && may(member.roles, isRemoval(row) ? "contacts.erase" : "conversations.reply")) return;
  throw new GiveUp("The member who started it can no longer do this in this organization.");
}
