import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { ChannelType } from "../../shared/domain/channels.ts";
import { maxMessageCharacters } from "../../shared/domain/limits.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { findAnsweringAgent } from "../agents/find.ts";
import { retryOnDuplicate } from "../conversations/messages/retryOnDuplicate.ts";
import { TryLater } from "../jobs/end.ts";
import type { JobTools, NamedJobKind } from "../jobs/kinds.ts";
import type { JobRow } from "../jobs/tables.ts";
import { claimUpdates } from "./claimUpdates.ts";
import { bindMessage, isOptedOut, setOptedOut } from "./bind.ts";
import { ChannelProblem } from "./ChannelProblem.ts";
import type { ChannelDeps, ChannelKey } from "./deps.ts";
import { bringFiles } from "./incomingFiles.ts";
import type { ChannelKind, OpenChannel, Reading } from "./kind.ts";
import type { ChannelKinds } from "./kinds/kinds.ts";
import { moveIdentity } from "./moveIdentity.ts";
import type { Drafts } from "./drafts.ts";
import { findChannel, openChannel } from "./open.ts";
import { takeRating } from "./takeRating.ts";
import { takeReceipt } from "./receipts.ts";
import { takeRevocation } from "./takeRevocation.ts";
import type { ChannelUpdateRow } from "./tables.ts";
import type { TakeForTeam } from "./team/take.ts";

/** How long the first of several updates waits: providers deliver what was written in one second in any order. */
const gatherMs = 120;
/** What is one message, such as an album of photos, comes one by one. */
const gatherGroupMs = 1000;
const mostAttempts = 5;
/** A message waits for its files no longer than three tries take. */
const mostFileTries = 3;
const providerRetryMs = 2000;
const longestRetryMs = 60_000;
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
  takeForTeam: TakeForTeam;
  drafts: Drafts;
}

interface ReadingDeps {
  deps: ChannelDeps;
  kinds: ChannelKinds;
  takeForTeam: TakeForTeam;
  drafts: Drafts;
}

/** Makes the job that takes a conversation's updates in, in their order. */
export function readingJob(
  { deps, kinds, takeForTeam, drafts }: ReadingDeps,
  type: ChannelType,
): NamedJobKind {
  const handler = async (job: JobRow, tools: JobTools) => {
    const { agentId, conversation } = JSON.parse(job.payload) as { agentId: string; conversation: string }; // written by keepUpdates
    const key = { organizationId: job.organizationId, agentId, type };
    const reader = { deps, kind: kinds[type], key, takeForTeam, drafts };
    for (let count = 1; ; count += 1) {
      tools.signal.throwIfAborted();
      const claim = { conversation, jobId: job.id, isGrouped: reader.kind.groupOf !== undefined };
      const updates = findGroup(reader, await claimUpdates(deps, key, claim));
      if (updates.length === 0) return;
      const freshMs = findFreshMs(reader, updates);
      if (freshMs > 0) {
        // Not put off to another job: this one holds the conversation's place meanwhile.
        await wait(freshMs, undefined, { signal: tools.signal });
        continue;
      }
      await readOrMark(reader, updates, tools.signal);
      tools.progress({ count });
    }
  };
  return { kind: readingKind(type), handler, concurrency: 8, maxAttempts: 20 };
}

/** The first update that waits, with those that are one message with it. */
function findGroup({ kind }: Reader, waiting: ChannelUpdateRow[]): ChannelUpdateRow[] {
  const groupOf = ({ body }: ChannelUpdateRow) => kind.groupOf?.(JSON.parse(body)) ?? null;
  const [first, ...others] = waiting;
  if (!first) return [];
  const group = groupOf(first);
  return group === null ? [first] : [first, ...others.filter((other) => groupOf(other) === group)];
}

/** How long others may still come that belong before them, or to them. */
function findFreshMs({ deps, kind }: Reader, updates: readonly ChannelUpdateRow[]): number {
  const isGroup = kind.groupOf?.(JSON.parse(updates[0]?.body ?? "null")) != null;
  const waitMs = isGroup ? gatherGroupMs : kind.receive ? gatherMs : 0;
  const newest = Math.max(...updates.map(({ createdAt }) => createdAt));
  const freshMs = waitMs - (deps.now() - newest);
  return freshMs <= waitMs ? freshMs : 0;
}

/** What can't be read is marked, and keeps nothing after it waiting. */
async function readOrMark(
  reader: Reader,
  updates: readonly ChannelUpdateRow[],
  signal: AbortSignal,
): Promise<void> {
  const [update] = updates;
  if (!update) return;
  try {
    const note = await readOne(reader, { update, updates, signal });
    await mark(reader, updates, { state: note === null ? "done" : "skipped", note, body: "{}" });
  } catch (error) {
    signal.throwIfAborted();
    const isPassing = !(error instanceof AppError) || error.status >= 500 || error.status === 429;
    if (isPassing && update.attempts + 1 < mostAttempts) {
      await mark(reader, updates, { attempts: update.attempts + 1 });
      if (!(error instanceof ChannelProblem)) throw error;
      // The conversation waits with it, so a provider that asks for an hour doesn't get one.
      const asked = error.retryAfterMs ?? providerRetryMs * 4 ** update.attempts;
      throw new TryLater(Math.min(longestRetryMs, asked));
    }
    if (isPassing) reader.deps.report(error);
    const note = error instanceof AppError ? error.message : "It could not be read.";
    await mark(reader, updates, { state: "failed", note });
  }
}

/** Gives why nothing of it is a conversation's; null where it was taken in. */
async function readOne(
  reader: Reader,
  {
    update,
    updates,
    signal,
  }: { update: ChannelUpdateRow; updates: readonly ChannelUpdateRow[]; signal: AbortSignal },
) {
  const { deps, kind, key, takeForTeam } = reader;
  const row = await findChannel(deps.store.db, key);
  if (!row) return "The channel is off.";
  const channel = await openChannel(deps, row);
  const reading = await readTogether(kind, channel, updates);
  if (reading.kind === "revoked") return takeRevocation(deps, key, { update, problem: reading.problem });
  if (row.enabled !== 1) return "The channel is off.";
  const body: unknown = JSON.parse(update.body);
  const ofTeam = await takeForTeam({ key, channel, body, updateKey: update.updateKey, signal });
  if (ofTeam) return ofTeam.note;
  switch (reading.kind) {
    case "skipped":
      return reading.what;
    case "receipt":
      return (await takeReceipt(deps, key, reading)) ? null : "A receipt for an unknown message.";
    case "opened": {
      if (!kind.greet || !(await deps.hasPlan(key.organizationId, key.agentId))) return "No greeting.";
      // Before it is said: a process that dies meanwhile greets nobody twice.
      await mark(reader, updates, { state: "done", note: null, body: "{}" });
      const greeting = { ...(await deps.findWelcome(key)), address: reading.address, signal };
      await tryTo(deps, signal, kind.greet(channel, greeting));
      return null;
    }
    case "rating":
      return takeRating(deps, key, reading);
    case "optIn": {
      const { sender, address, text } = reading;
      // People who never opted out use such a word to answer a question.
      if (text === undefined || (await isOptedOut(deps, key, sender)))
        await setOptedOut(deps, key, { reading, update });
      else
        await takeMessage(reader, {
          ...{ channel, update, signal },
          reading: { kind: "message", sender, text, address },
        });
      return null;
    }
    case "moved":
      return moveIdentity({ deps, kind }, key, reading);
    case "optOut":
      await setOptedOut(deps, key, { reading, update });
      return null;
    case "message":
      if (await isTooMuch(reader, update)) return "Too many messages within an hour.";
      await takeMessage(reader, { channel, update, reading, signal });
      return null;
    default:
      return reading satisfies never;
  }
}

/** Reads updates that are one message: their words and files follow each other. */
async function readTogether(
  kind: ChannelKind,
  channel: OpenChannel,
  updates: readonly ChannelUpdateRow[],
): Promise<Reading> {
  const readings: Reading[] = [];
  for (const { body } of updates) readings.push(await kind.read(JSON.parse(body), channel));
  const [first] = readings;
  if (!first) throw new Error("There is nothing to read.");
  if (first.kind !== "message") return first;
  const messages = readings.filter((reading) => reading.kind === "message");
  return {
    ...first,
    text: messages
      .map(({ text }) => text)
      .filter(Boolean)
      .join("\n"),
    files: messages.flatMap(({ files = [] }) => files),
  };
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
  { deps, kind, key, drafts }: Reader,
  { channel, update, reading, signal }: Taken,
): Promise<void> {
  const { isBegun, ...bound } = await retryOnDuplicate(() =>
    deps.store.transaction((tx) =>
      bindMessage(deps, tx, {
        key,
        update,
        reading,
        isOptIn: !kind.keepsOptOut,
        hasProfiles: kind.findName !== undefined,
      }),
    ),
  );
  // What was acknowledged is never lost for a plan: only the answer is.
  const isSilent = !(await deps.hasPlan(key.organizationId, key.agentId));
  const { files = [] } = reading;
  const isTriedAgain = update.attempts + 1 < mostFileTries;
  const { isNew, answer } = await deps.receive({
    ...{ isSilent, isUnverified: reading.isUnverified ?? false },
    ...(files.length > 0 && {
      listFiles: () => bringFiles(files, { kind, channel, signal, isTriedAgain }),
    }),
    ...{ organizationId: key.organizationId, agentId: key.agentId, surfaceType: key.type, ...bound },
    clientId: createHash("sha256").update(`${key.type}:${update.updateKey}`).digest("base64url"),
    content: reading.text.toWellFormed().replaceAll("\0", "").slice(0, maxMessageCharacters),
  });
  const { address } = reading;
  const title = reading.text.trim().split("\n")[0] ?? "";
  if (isNew && isBegun && title !== "" && kind.nameConversation)
    await tryTo(deps, signal, kind.nameConversation(channel, { address, title, signal }));
  if (!isNew || !answer) return;
  const { threadId } = bound;
  const asked = { address, to: reading.sender.id, askedAt: update.createdAt };
  drafts.follow({ key, threadId, channel, kind, answer, ...asked });
  if (!kind.showTyping) return;
  const agent = await findAnsweringAgent(deps.store.db, key, { preview: false });
  const language = agent?.configuration.language ?? "";
  await tryTo(deps, signal, kind.showTyping(channel, address, { signal, language }));
}

/** A courtesy: nothing depends on it. */
async function tryTo(
  { report }: Pick<ChannelDeps, "report">,
  signal: AbortSignal,
  courtesy: Promise<void>,
): Promise<void> {
  await courtesy.catch((error: unknown) => {
    if (!(error instanceof ChannelProblem) && !signal.aborted) report(error);
  });
}

async function mark(
  { deps, key }: Reader,
  updates: readonly ChannelUpdateRow[],
  change: Partial<ChannelUpdateRow>,
): Promise<void> {
  await deps.store.db
    .updateTable("channelUpdates")
    .set(change)
    .where("organizationId", "=", key.organizationId)
    .where("agentId", "=", key.agentId)
    .where("type", "=", key.type)
    .where(
      "updateKey",
      "in",
      updates.map(({ updateKey }) => updateKey),
    )
    .where("state", "=", "waiting")
    .execute();
}
