import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { ChannelType } from "../../shared/domain/channels.ts";
import { maxMessageCharacters } from "../../shared/domain/limits.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { retryOnDuplicate } from "../conversations/messages/retryOnDuplicate.ts";
import type { JobTools, NamedJobKind } from "../jobs/kinds.ts";
import type { JobRow } from "../jobs/tables.ts";
import { bindMessage, setOptedOut } from "./bind.ts";
import { ChannelProblem } from "./ChannelProblem.ts";
import type { ChannelDeps, ChannelKey } from "./deps.ts";
import type { ChannelKind, OpenChannel, Reading } from "./kind.ts";
import type { ChannelKinds } from "./kinds/kinds.ts";
import { findChannel, openChannel } from "./open.ts";
import { takeReceipt } from "./receipts.ts";
import type { ChannelUpdateRow } from "./tables.ts";

/** Providers deliver what was written in one second in any order: so long the first one waits for those before it. */
const gatherMs = 120;
const mostAttempts = 5;
const hourMs = 60 * 60_000;

/** The job that reads what came by a channel. Each channel has places of its own. */
export function readingKind(type: ChannelType): string {
  return `channels.read.${type}`;
}

type Message = Extract<Reading, { kind: "message" }>;

interface Reader {
  deps: ChannelDeps;
  kind: ChannelKind;
  key: ChannelKey;
}

/** Makes the job that takes a conversation's updates in, in their order. */
export function readingJob(deps: ChannelDeps, kinds: ChannelKinds, type: ChannelType): NamedJobKind {
  const handler = async (job: JobRow, tools: JobTools) => {
    const { agentId, conversation } = JSON.parse(job.payload) as { agentId: string; conversation: string }; // written by keepUpdates
    const key = { organizationId: job.organizationId, agentId, type };
    const reader = { deps, kind: kinds[type], key };
    for (let count = 1; ; count += 1) {
      tools.signal.throwIfAborted();
      const update = await findNext(reader, conversation);
      if (!update) return;
      const freshMs = gatherMs - (deps.now() - update.createdAt);
      if (kinds[type].receive && freshMs > 0 && freshMs <= gatherMs) {
        // Not put off to another job: this one holds the conversation's place meanwhile.
        await wait(freshMs, undefined, { signal: tools.signal });
        continue;
      }
      await readOrMark(reader, update, tools.signal);
      tools.progress({ count });
    }
  };
  return { kind: readingKind(type), handler, concurrency: 8 };
}

async function findNext({ deps, key }: Reader, conversation: string): Promise<ChannelUpdateRow | undefined> {
  return deps.store.db
    .selectFrom("channelUpdates")
    .selectAll()
    .where("organizationId", "=", key.organizationId)
    .where("agentId", "=", key.agentId)
    .where("type", "=", key.type)
    .where("conversation", "=", conversation)
    .where("state", "=", "waiting")
    .orderBy("at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

/** One that can't be read is marked, and keeps none of those after it waiting. */
async function readOrMark(reader: Reader, update: ChannelUpdateRow, signal: AbortSignal): Promise<void> {
  try {
    const note = await readOne(reader, update, signal);
    await mark(
      reader,
      update,
      note === null ? { state: "done", note, body: "{}" } : { state: "skipped", note },
    );
  } catch (error) {
    signal.throwIfAborted();
    const isPassing = !(error instanceof AppError) || error.status >= 500 || error.status === 429;
    if (isPassing && update.attempts + 1 < mostAttempts) {
      await mark(reader, update, { attempts: update.attempts + 1 });
      throw error;
    }
    if (isPassing) reader.deps.report(error);
    const note = error instanceof AppError ? error.message : "It could not be read.";
    await mark(reader, update, { state: "failed", note });
  }
}

/** Gives why nothing of it is a conversation's; null where it was taken in. */
async function readOne({ deps, kind, key }: Reader, update: ChannelUpdateRow, signal: AbortSignal) {
  const row = await findChannel(deps.store.db, key);
  if (row?.enabled !== 1) return "The channel is off.";
  if (!(await deps.hasPlan(key.organizationId, key.agentId))) throw new AppError("plan_limit");
  const channel = await openChannel(deps, row);
  const reading = await kind.read(JSON.parse(update.body), channel);
  switch (reading.kind) {
    case "skipped":
      return reading.what;
    case "receipt":
      return (await takeReceipt(deps, key, reading)) ? null : "A receipt of a message that isn't ours.";
    case "optOut":
    case "optIn":
      await setOptedOut(deps, key, { reading, update });
      return null;
    case "message":
      if (await isTooMuch({ deps, kind, key }, update))
        return "More messages within an hour than people write.";
      await takeMessage({ deps, kind, key }, { channel, update, reading, signal });
      return null;
    default:
      return reading satisfies never;
  }
}

/** Two machines that answer each other say nothing of it: what comes too often is kept and not answered. */
async function isTooMuch({ deps, kind, key }: Reader, { conversation }: ChannelUpdateRow): Promise<boolean> {
  if (kind.mostPerHour === undefined) return false;
  const sender = conversation.split("|")[0] ?? "";
  const { count } = await deps.store.db
    .selectFrom("channelUpdates")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("organizationId", "=", key.organizationId)
    .where("agentId", "=", key.agentId)
    .where("type", "=", key.type)
    .where("conversation", ">=", `${sender}|`)
    .where("conversation", "<", `${sender}}`)
    .where("state", "=", "done")
    .where("createdAt", ">", deps.now() - hourMs)
    .executeTakeFirstOrThrow();
  return Number(count) >= kind.mostPerHour;
}

interface Taken {
  channel: OpenChannel;
  update: ChannelUpdateRow;
  reading: Message;
  signal: AbortSignal;
}

async function takeMessage(
  { deps, kind, key }: Reader,
  { channel, update, reading, signal }: Taken,
): Promise<void> {
  const bound = await retryOnDuplicate(() =>
    deps.store.transaction((tx) => bindMessage(deps, tx, { key, update, reading })),
  );
  const { isNew, isAnswered } = await deps.receive({
    ...{ organizationId: key.organizationId, agentId: key.agentId, surfaceType: key.type, ...bound },
    clientId: createHash("sha256").update(`${key.type}:${update.updateKey}`).digest("base64url"),
    content: reading.text.toWellFormed().replaceAll("\0", "").slice(0, maxMessageCharacters),
  });
  if (!isNew || !isAnswered || !kind.showTyping) return;
  // A courtesy: nothing depends on it.
  await kind.showTyping(channel, reading.address, signal).catch((error: unknown) => {
    if (!(error instanceof ChannelProblem) && !signal.aborted) deps.report(error);
  });
}

async function mark(
  { deps, key }: Reader,
  { updateKey }: ChannelUpdateRow,
  change: Partial<ChannelUpdateRow>,
): Promise<void> {
  await deps.store.db
    .updateTable("channelUpdates")
    .set(change)
    .where("organizationId", "=", key.organizationId)
    .where("agentId", "=", key.agentId)
    .where("type", "=", key.type)
    .where("updateKey", "=", updateKey)
    .execute();
}
