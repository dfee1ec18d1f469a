import type { ChannelType } from "../../shared/domain/channels.ts";
import { channelKinds } from "../../shared/domain/channels.ts";
import type { ContactIdentityRow } from "../conversations/tables.ts";
import { TryLater } from "../jobs/end.ts";
import type { NamedJobKind } from "../jobs/kinds.ts";
import type { JobRow } from "../jobs/tables.ts";
import { ChannelProblem } from "./ChannelProblem.ts";
import { markChannel } from "./connect.ts";
import type { ChannelDeps, ChannelKey } from "./deps.ts";
import type { ChannelKind, Outgoing, Sent } from "./kind.ts";
import type { ChannelKinds } from "./kinds/kinds.ts";
import { findChannel, openChannel } from "./open.ts";
import { tellDeliveries } from "./tellDeliveries.ts";
import type { ChannelDeliveryRow, ChannelThreadRow } from "./tables.ts";

const mostAttempts = 8;
const firstRetryMs = 2000;
const longestRetryMs = 10 * 60_000;

/** The job that sends what goes out by a channel. Each channel has places of its own: one that is dead delays no other. */
export function sendingKind(type: ChannelType): string {
  return `channels.send.${type}`;
}

interface Sender {
  deps: ChannelDeps;
  kind: ChannelKind;
  key: ChannelKey & { threadId: string };
  job: JobRow;
  signal: AbortSignal;
}

/** Makes the job that sends a conversation's messages, one after the other. */
export function sendingJob(deps: ChannelDeps, kinds: ChannelKinds, type: ChannelType): NamedJobKind {
  return {
    kind: sendingKind(type),
    concurrency: 8,
    maxAttempts: 20,
    async handler(job, { signal, progress }) {
      const { agentId, threadId } = JSON.parse(job.payload) as { agentId: string; threadId: string }; // written by putInLine
      const key = { organizationId: job.organizationId, agentId, threadId, type };
      const sender = { deps, kind: kinds[type], key, job, signal };
      for (let count = 1; ; count += 1) {
        signal.throwIfAborted();
        const next = await findNext(sender);
        if (!next || !(await sendNext(sender, next))) return;
        progress({ count });
      }
    },
  };
}

async function findNext({ deps, key }: Sender): Promise<ChannelDeliveryRow | undefined> {
  return deps.store.db
    .selectFrom("channelDeliveries")
    .selectAll()
    .where("organizationId", "=", key.organizationId)
    .where("threadId", "=", key.threadId)
    .where("type", "=", key.type)
    .where("state", "in", ["queued", "sending"])
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

/** Sends one; false where another job is at it, which goes on with the rest. */
async function sendNext(sender: Sender, row: ChannelDeliveryRow): Promise<boolean> {
  const { deps, kind, job } = sender;
  if (row.state === "sending") {
    if (row.jobId !== job.id && (await isAtWork(sender, row.jobId))) return false;
    // The process that sent it died before it heard what came of it.
    if (!kind.isIdempotent) {
      await settle(sender, row, { state: "failed", problem: interrupted });
      return true;
    }
  }
  const claimed = await deps.store.db
    .updateTable("channelDeliveries")
    .set({ state: "sending", jobId: job.id, updatedAt: deps.now() })
    .where("organizationId", "=", row.organizationId)
    .where("messageId", "=", row.messageId)
    .where("part", "=", row.part)
    .where("state", "=", row.state)
    .where((eb) => (row.jobId === null ? eb("jobId", "is", null) : eb("jobId", "=", row.jobId)))
    .executeTakeFirst();
  if (claimed.numUpdatedRows === 0n) return true;
  try {
    if (await isReadInChat(sender, row)) {
      await settle(sender, row, { state: "read", problem: null });
      return true;
    }
    const { platformId } = await send(sender, row);
    await settle(sender, row, { state: "sent", platformId, problem: null });
  } catch (error) {
    await takeFailure(sender, row, error);
  }
  return true;
}

/** A reply that its visitor has read in the chat meanwhile goes to nobody by mail. */
async function isReadInChat({ deps, key }: Sender, { messageId }: ChannelDeliveryRow): Promise<boolean> {
  if (key.type !== "email") return false;
  const found = await deps.store.db
    .selectFrom("messages")
    .innerJoin("threads", (join) =>
      join
        .onRef("threads.organizationId", "=", "messages.organizationId")
        .onRef("threads.id", "=", "messages.threadId"),
    )
    .select(["messages.position", "threads.visitorReadTo"])
    .where("messages.organizationId", "=", key.organizationId)
    .where("messages.id", "=", messageId)
    .executeTakeFirst();
  return found !== undefined && found.visitorReadTo > found.position;
}

const interrupted =
  "The server stopped while this was being sent, so it may have arrived or not. Ask, or send it again.";

async function isAtWork({ deps, key }: Sender, jobId: string | null): Promise<boolean> {
  if (jobId === null) return false;
  const job = await deps.jobs.get(deps.store.db, { organizationId: key.organizationId, id: jobId });
  return job?.state === "running" || job?.state === "queued";
}

async function send(sender: Sender, row: ChannelDeliveryRow): Promise<Sent> {
  const { deps, kind, key } = sender;
  const { db } = deps.store;
  const channel = await findChannel(db, key);
  if (channel?.enabled !== 1)
    throw new ChannelProblem("message", "The channel is off. Turn it on in Deploy.");
  const bound = await db
    .selectFrom("channelThreads")
    .selectAll()
    .where("organizationId", "=", key.organizationId)
    .where("threadId", "=", key.threadId)
    .executeTakeFirst();
  if (!bound) throw new ChannelProblem("message", "Nobody knows any more where to send this.");
  const content = JSON.parse(row.content) as Outgoing; // written by putInLine
  await refuseClosed(sender, { bound, content });
  const message = await db
    .selectFrom("messages")
    .select("role")
    .where("organizationId", "=", key.organizationId)
    .where("id", "=", row.messageId)
    .executeTakeFirst();
  return kind.send(await openChannel(deps, channel), {
    ...content,
    ...{ id: row.id, threadId: row.threadId, isAutomatic: message?.role === "assistant" },
    // The server's end cuts no request in two: it is over soon, and its outcome is known then.
    signal: new AbortController().signal,
    address: JSON.parse(bound.address) as Record<string, string>, // as the kind gave it
  });
}

/** Nothing goes to who asked for that, nor freely once the platform's window is over. */
async function refuseClosed(
  { deps, key }: Sender,
  { bound, content }: { bound: ChannelThreadRow; content: Outgoing },
): Promise<void> {
  const identity: Pick<ContactIdentityRow, "optedOutAt" | "lastReceivedAt"> | undefined = await deps.store.db
    .selectFrom("contactIdentities")
    .select(["optedOutAt", "lastReceivedAt"])
    .where("organizationId", "=", key.organizationId)
    .where("agentId", "=", key.agentId)
    .where("type", "=", key.type)
    .where("externalId", "=", bound.externalId)
    .executeTakeFirst();
  if (identity?.optedOutAt != null)
    throw new ChannelProblem("message", "They asked not to be written to here any more.");
  const { windowMs, name } = channelKinds[key.type];
  if (windowMs === null || content.template) return;
  const since = identity?.lastReceivedAt ?? bound.lastReceivedAt;
  if (since === null || deps.now() - since >= windowMs)
    throw new ChannelProblem(
      "message",
      `${name} lets you write freely for ${windowMs / 3_600_000} hours after their last message. That time is over.`,
    );
}

async function takeFailure(sender: Sender, row: ChannelDeliveryRow, error: unknown): Promise<void> {
  const { deps, kind, key } = sender;
  if (!(error instanceof ChannelProblem)) {
    deps.report(error);
    const problem = "Something went wrong on our side while sending this.";
    return settle(sender, row, { state: "failed", problem });
  }
  const { message: problem, kind: why, retryAfterMs } = error;
  if (why === "credentials") await markChannel(deps, key, { state: "broken", problem });
  const isAgain = why === "later" || (why === "unknown" && kind.isIdempotent);
  const attempts = row.attempts + 1;
  if (!isAgain || attempts >= mostAttempts) {
    const said = why === "unknown" ? `${problem} It may have arrived or not.` : problem;
    await settle(sender, row, { state: "failed", problem: said, attempts });
    return;
  }
  await settle(sender, row, { state: "queued", jobId: null, problem, attempts });
  throw new TryLater(retryAfterMs ?? Math.min(longestRetryMs, firstRetryMs * 4 ** (attempts - 1)));
}

async function settle(
  { deps }: Sender,
  row: ChannelDeliveryRow,
  change: Partial<ChannelDeliveryRow>,
): Promise<void> {
  const now = deps.now();
  await deps.store.transaction(async (tx) => {
    await tx
      .updateTable("channelDeliveries")
      .set({ ...change, updatedAt: now })
      .where("organizationId", "=", row.organizationId)
      .where("messageId", "=", row.messageId)
      .where("part", "=", row.part)
      .where("state", "=", "sending")
      .execute();
    if (change.state === "sent") {
      await tx
        .updateTable("channels")
        .set({ lastSentAt: now })
        .where("organizationId", "=", row.organizationId)
        .where("agentId", "=", row.agentId)
        .where("type", "=", row.type)
        .execute();
    }
    await tellDeliveries(deps, tx, row);
  });
}
