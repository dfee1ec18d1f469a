import { AppError } from "../../../shared/errors/errors.ts";
import { statement } from "../../database/statement.ts";
import type { Db } from "../../database/store.ts";
import type { ThreadKey } from "../deps.ts";
import type { MessageRow, ThreadRow } from "../tables.ts";

/** Whose eyes look for a thread: with a contact only that visitor's own. */
export interface ThreadWanted extends ThreadKey {
  contactId?: string;
}

interface SelectedThread extends ThreadKey {
  contactId?: string | undefined;
}

/** The thread of this agent, and of this contact where one is named; everybody else's is `not_found`. */
export async function findThread(db: Db, wanted: ThreadWanted): Promise<ThreadRow> {
  const { organizationId, agentId, threadId, contactId } = wanted;
  const [row] = await selectFound(db, { organizationId, agentId, threadId, contactId });
  return needed(row);
}

/** Finds the thread and holds it until the transaction ends, so that nobody else decides about it meanwhile. */
export async function lockThread(db: Db, wanted: ThreadWanted): Promise<ThreadRow> {
  const { organizationId, agentId, threadId, contactId } = wanted;
  const [row] = await selectLocked(db, { organizationId, agentId, threadId, contactId });
  return needed(row);
}

const selectFound = statement(selectThread);
const selectLocked = statement((db, wanted: SelectedThread) => selectThread(db, wanted).forUpdate());

/** The conversation that a visitor continues with; null where they begin one. A foreign `newThreadId` is not theirs. */
export async function lockWanted(
  db: Db,
  { threadId, newThreadId, ...visitor }: Omit<ThreadWanted, "threadId"> & WantedIds,
): Promise<ThreadRow | null> {
  if (threadId !== undefined) return lockThread(db, { ...visitor, threadId });
  if (newThreadId === undefined) return null;
  const [row] = await selectLocked(db, { ...visitor, threadId: newThreadId });
  return row ?? null;
}

/** Which conversation a visitor means, as the contract has it. */
export interface WantedIds {
  threadId?: string | undefined;
  /** The id that their browser made for one that may not have begun yet. */
  newThreadId?: string | undefined;
}

/** The message of a thread that was found before, where its visitor may know of it: what is the team's alone is `not_found`. */
export async function findMessage(db: Db, thread: ThreadRow, messageId: string): Promise<MessageRow> {
  return needed(await selectMessage(db, thread, messageId).where("audience", "=", "all").executeTakeFirst());
}

/** An answer of the agent's that its visitor may know of. */
export async function findAgentsAnswer(
  db: Db,
  { wanted, messageId }: { wanted: ThreadWanted; messageId: string },
): Promise<MessageRow> {
  const message = await findMessage(db, await findThread(db, wanted), messageId);
  if (message.role !== "assistant") throw new AppError("not_found");
  return message;
}

/** The message of a thread that was found before, or what its team alone knows of. */
export async function findTeamMessage(db: Db, thread: ThreadRow, messageId: string): Promise<MessageRow> {
  return needed(await selectMessage(db, thread, messageId).executeTakeFirst());
}

function selectThread(db: Db, { organizationId, agentId, threadId, contactId }: SelectedThread) {
  const found = db
    .selectFrom("threads")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", threadId)
    .where("agentId", "=", agentId);
  return contactId === undefined ? found : found.where("contactId", "=", contactId);
}

function selectMessage(db: Db, thread: ThreadRow, messageId: string) {
  return db
    .selectFrom("messages")
    .selectAll()
    .where("organizationId", "=", thread.organizationId)
    .where("id", "=", messageId)
    .where("threadId", "=", thread.id);
}

function needed<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new AppError("not_found");
  return row;
}
