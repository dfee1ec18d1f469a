import { sql } from "kysely";
import type { EventAbout } from "../../../shared/contract/conversations/conversations.ts";
import type { EventFacts } from "../../conversations/threads/facts.ts";
import { listNamedIds } from "../../conversations/messages/notes/mentions.ts";
import type { MessageRow, ThreadRow } from "../../conversations/tables.ts";
import type { Db, Tx } from "../../database/store.ts";
import { createFollower } from "../../live/follower.ts";
import type { Batch, Follower } from "../../live/follower.ts";
import type { LiveEventRow } from "../../live/tables.ts";
import { chooseTellings, chooseRecipients, putsBack, sumUpBack } from "./chooseRecipients.ts";
import type { Listener, Said, Recipient } from "./chooseRecipients.ts";
import { pushFollower } from "./deps.ts";
import type { PushDeps } from "./deps.ts";

export const pushJob = "push";

/** What a job tells of; what was said is read when it is sent, so that nothing that is erased stays in the queue. */
export interface PushPayload extends Omit<Recipient, "userId" | "isBack"> {
  deviceId: string;
  agentId: string;
  at: number;
}

/** Follows the agents of organizations in which anybody has a device, and queues what each device is to be told. */
export function createPushFollower({ store, jobs, now, report }: PushDeps): Follower {
  return createFollower({
    ...{ name: pushFollower, store, now, report },
    selectSubscribers: (db) =>
      db
        .selectFrom("pushDevices")
        .select(["organizationId", sql<string>`''`.as("subscriberId")])
        .distinct(),
    async take(batch) {
      const { organizationId, agentId } = batch;
      const listeners = await listListeners(store.reader, organizationId);
      const said = await readAllSaid(store.reader, batch);
      const all = said.flatMap((one) => chooseRecipients(one, listeners));
      const tellings = sumUpBack(chooseTellings(all));
      return {
        async write(tx) {
          for (const { userId, isBack: _isBack, ...told } of tellings) {
            for (const { id: deviceId } of await listDeviceIds(tx, { organizationId, userId })) {
              const payload = { ...told, deviceId, agentId, at: now() };
              const key = `${deviceId}:${told.messageId}`;
              await jobs.enqueue(tx, { organizationId, kind: pushJob, key, payload });
            }
          }
          return true;
        },
      };
    },
  });
}

/** Reads on for as long as conversations are put back: all of somebody who left is told in one. */
async function readAllSaid(db: Db, batch: Batch): Promise<Said[]> {
  const all: Said[] = [];
  let said = await readSaid(db, batch.events);
  all.push(...said);
  while (said.some(({ message }) => putsBack(message))) {
    said = await readSaid(db, await batch.readOn());
    all.push(...said);
  }
  return all;
}

async function readSaid(db: Db, events: LiveEventRow[]): Promise<Said[]> {
  const said: Said[] = [];
  for (const event of events) {
    const messageId = readNewMessage(event);
    if (!messageId) continue;
    const message = await findMessage(db, event.organizationId, messageId);
    const thread = message && (await findThread(db, message));
    if (!thread) continue;
    const namedIds = readDeciders(message) ?? (await listNamedIds(db, message));
    const isAgents = await isAnswered(db, message);
    said.push({ thread, message, isAgents, namedIds });
  }
  return said;
}

/** The only members who may decide an approval, if some are named. */
function readDeciders({ kind, about }: MessageRow): string[] | undefined {
  if (kind !== "event" || about === null) return undefined;
  return (JSON.parse(about) as EventAbout).memberIds; // written by keepApprovals
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
