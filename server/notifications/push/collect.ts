import type { EventFacts } from "../../conversations/facts.ts";
import { listNamedIds } from "../../conversations/notes/mentions.ts";
import type { MessageRow, ThreadRow } from "../../conversations/tables.ts";
import type { Db, Tx } from "../../database/store.ts";
import type { LiveEventRow } from "../../live/tables.ts";
import type { Unreadable } from "../../live/unreadable.ts";
import { chooseTellings, decideTellings, putsBack, sumUpBack } from "./decide.ts";
import type { Listener, Said, Telling } from "./decide.ts";
import type { PushDeps } from "./deps.ts";

/** So many live events at once. */
const pageSize = 100;
export const pushJob = "push";

interface Behind {
  organizationId: string;
  agentId: string;
  after: number;
  last: number;
}

/** What a job tells of; what was said is read when it is sent, so that nothing that is erased stays in the queue. */
export interface PushPayload extends Omit<Telling, "userId" | "isBack"> {
  deviceId: string;
  agentId: string;
  at: number;
}

type Deps = Pick<PushDeps, "store" | "jobs" | "now"> & { unreadable: Unreadable };

/**
 * Puts what happened since into line for every device that is to be told. How far was read is written with it, so that each
 * event is told once, over kills and by however many processes. An agent that throws is reported and keeps none of the others
 * waiting. Gives whether there may be more.
 */
export async function collectPushes(deps: Deps): Promise<boolean> {
  const look = deps.unreadable.beginLook();
  let isMore = false;
  for (const one of await listBehind(deps.store.reader)) {
    try {
      isMore = (await collectPage(deps, one)) || isMore;
    } catch (error) {
      look.note(one.agentId, error);
    }
  }
  look.end();
  return isMore;
}

/** The agents of organisations in which anybody has a device. */
async function listBehind(db: Db): Promise<Behind[]> {
  return db
    .selectFrom("liveCounters as counter")
    .leftJoin("pushCursors as cursor", (join) =>
      join
        .onRef("cursor.organizationId", "=", "counter.organizationId")
        .onRef("cursor.agentId", "=", "counter.agentId"),
    )
    .where("counter.organizationId", "in", (inner) =>
      inner.selectFrom("pushDevices").select("organizationId").distinct(),
    )
    .where(({ eb, fn, lit }) => eb("counter.last", ">", fn.coalesce("cursor.number", lit(0))))
    .select(["counter.organizationId", "counter.agentId", "counter.last"])
    .select(({ fn, lit }) => fn.coalesce("cursor.number", lit(0)).as("after"))
    .execute();
}

/** Reads outside the transaction, and writes only where nobody else has read on meanwhile. */
async function collectPage({ store, jobs, now }: Deps, behind: Behind): Promise<boolean> {
  const { organizationId, agentId } = behind;
  const listeners = await listListeners(store.reader, organizationId);
  const { said, next, isMore } = await readOn(store.reader, behind);
  const all = said.flatMap((one) => decideTellings(one, listeners));
  const tellings = sumUpBack(chooseTellings(all));
  await store.transaction(async (tx) => {
    if (!(await moveCursor(tx, behind, next))) return;
    for (const { userId, isBack: _isBack, ...told } of tellings) {
      for (const { id: deviceId } of await listDeviceIds(tx, { organizationId, userId })) {
        const payload = { ...told, deviceId, agentId, at: now() };
        await jobs.enqueue(tx, {
          ...{ organizationId, kind: pushJob, key: `${deviceId}:${told.messageId}` },
          payload,
        });
      }
    }
  });
  return isMore;
}

interface ReadOn {
  said: Said[];
  next: number;
  isMore: boolean;
}

/** Reads a page, and on for as long as conversations are put back in it: all of somebody who left is told in one. */
async function readOn(db: Db, { organizationId, agentId, after, last }: Behind): Promise<ReadOn> {
  const read: ReadOn = { said: [], next: after, isMore: true };
  let goesOn = true;
  while (goesOn) {
    const events = await db
      .selectFrom("liveEvents")
      .selectAll()
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .where("number", ">", read.next)
      .orderBy("number")
      .limit(pageSize)
      .execute();
    const said = await readSaid(db, events);
    read.said.push(...said);
    read.next = events.at(-1)?.number ?? Math.max(read.next, last);
    read.isMore = events.length === pageSize;
    goesOn = read.isMore && said.some(({ message }) => putsBack(message));
  }
  return read;
}

async function readSaid(db: Db, events: LiveEventRow[]): Promise<Said[]> {
  const said: Said[] = [];
  for (const event of events) {
    const messageId = readNewMessage(event);
    if (!messageId) continue;
    const message = await findMessage(db, event.organizationId, messageId);
    const thread = message && (await findThread(db, message));
    if (!thread) continue;
    const namedIds = await listNamedIds(db, message);
    const isAgents = await isAnswered(db, message);
    said.push({ thread, message, isAgents, namedIds });
  }
  return said;
}

/** The message that an event tells of, where that was said just now; what is merely read about a thread has no facts. */
function readNewMessage({ kind, payload }: LiveEventRow): string | null {
  if (kind !== "message") return null;
  const { messageId, facts = [] } = JSON.parse(payload) as EventFacts & { messageId: string }; // written with the event
  return facts.some(({ type }) => type === "message.updated") ? null : messageId;
}

async function findMessage(db: Db, organizationId: string, id: string): Promise<MessageRow | undefined> {
  return db
    .selectFrom("messages")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The row of the agent's answer is written with the message that it answers. */
async function isAnswered(db: Db, { organizationId, threadId, position }: MessageRow): Promise<boolean> {
  const next = await db
    .selectFrom("messages")
    .select("role")
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("position", ">", position)
    .orderBy("position")
    .limit(1)
    .executeTakeFirst();
  return next?.role === "assistant";
}

async function findThread(db: Db, { organizationId, threadId }: MessageRow): Promise<ThreadRow | undefined> {
  return db
    .selectFrom("threads")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", threadId)
    .executeTakeFirst();
}

async function listListeners(db: Db, organizationId: string): Promise<Listener[]> {
  const rows = await db
    .selectFrom("pushDevices as device")
    .innerJoin("groupMembers as group", (join) =>
      join
        .onRef("group.organizationId", "=", "device.organizationId")
        .onRef("group.userId", "=", "device.userId"),
    )
    .where("device.organizationId", "=", organizationId)
    .select(["device.userId", "group.groupId"])
    .distinct()
    .execute();
  const byUser = Map.groupBy(rows, ({ userId }) => userId);
  return [...byUser].map(([userId, of]) => ({ userId, teamIds: of.map(({ groupId }) => groupId) }));
}

async function listDeviceIds(tx: Tx, { organizationId, userId }: { organizationId: string; userId: string }) {
  return tx
    .selectFrom("pushDevices")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .execute();
}

/** Moves the cursor where it still stands where it was read; gives whether it did. */
async function moveCursor(
  tx: Tx,
  { organizationId, agentId, after }: Behind,
  number: number,
): Promise<boolean> {
  await tx
    .insertInto("pushCursors")
    .values({ organizationId, agentId, number: 0 })
    .onConflict((row) => row.doNothing())
    .execute();
  const { numUpdatedRows } = await tx
    .updateTable("pushCursors")
    .set({ number })
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("number", "=", after)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
