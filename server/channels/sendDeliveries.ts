import type { ChannelType } from "../../shared/domain/channels.ts";
import { channelKinds, teamWindowOf } from "../../shared/domain/channels.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { makeSentAddress } from "../conversations/files/attachmentAddress.ts";
import type { AttachmentKey } from "../conversations/files/attachmentAddress.ts";
import type { ContactIdentityRow } from "../conversations/tables.ts";
import type { Db } from "../database/store.ts";
import { TryLater } from "../jobs/end.ts";
import type { NamedJobKind } from "../jobs/kinds.ts";
import type { JobRow } from "../jobs/tables.ts";
import { ChannelProblem } from "./ChannelProblem.ts";
import { markChannel } from "./connect.ts";
import type { ChannelDeps, ChannelKey } from "./deps.ts";
import type { Drafts } from "./drafts.ts";
import { isOfContact } from "./findBound.ts";
import { findDraft, forgetDraft } from "./keptDrafts.ts";
import type { ChannelKind, DraftPlace, Outgoing, OutgoingFile, SendingFile, Sent } from "./kind.ts";
import type { ChannelKinds } from "./kinds/kinds.ts";
import { findChannel, openChannel } from "./open.ts";
import { findWait } from "./quietHours.ts";
import { sayWindowOver } from "./replyWindow.ts";
import { tellDeliveries } from "./tellDeliveries.ts";
import type { ChannelDeliveryRow } from "./tables.ts";

export const mostAttempts = 8;
const firstRetryMs = 2000;
const longestRetryMs = 10 * 60_000;
const draftMs = 1000;

/** The job that sends what goes out by a channel. Each channel has places of its own: one that is dead delays no other. */
export function sendingKind(type: ChannelType): string {
  return `channels.send.${type}`;
}

interface Sender {
  deps: ChannelDeps;
  kind: ChannelKind;
  drafts: Drafts;
  key: ChannelKey & { threadId: string };
  job: JobRow;
  signal: AbortSignal;
}

interface SendingDeps {
  deps: ChannelDeps;
  kinds: ChannelKinds;
  drafts: Drafts;
}

/** Makes the job that sends a conversation's messages, one after the other. */
export function sendingJob({ deps, kinds, drafts }: SendingDeps, type: ChannelType): NamedJobKind {
  return {
    kind: sendingKind(type),
    concurrency: 8,
    maxAttempts: 20,
    async handler(job, { signal, progress }) {
      const { agentId, threadId } = JSON.parse(job.payload) as { agentId: string; threadId: string }; // written by putInLine
      const key = { organizationId: job.organizationId, agentId, threadId, type };
      const sender = { deps, kind: kinds[type], drafts, key, job, signal };
      const held: string[] = [];
      let heldUntil = Infinity;
      for (let count = 1; ; count += 1) {
        signal.throwIfAborted();
        const next = await findNext(sender, held);
        if (!next) break;
        const until = await findWait(deps, deps.store.db, next);
        if (until !== null) {
          held.push(next.id);
          heldUntil = Math.min(heldUntil, until);
        } else if (!(await sendNext(sender, next))) break;
        progress({ count });
      }
      if (held.length > 0) throw new TryLater({ at: heldUntil });
    },
  };
}

/** The first that waits, without those that quiet hours hold back: a reply does not wait behind them. */
async function findNext(
  { deps, key }: Sender,
  held: readonly string[],
): Promise<ChannelDeliveryRow | undefined> {
  const next = deps.store.db
    .selectFrom("channelDeliveries")
    .selectAll()
    .where("organizationId", "=", key.organizationId)
    .where("threadId", "=", key.threadId)
    .where("type", "=", key.type)
    .where("state", "in", ["queued", "sending"])
    .orderBy("id")
    .limit(1);
  return (held.length === 0 ? next : next.where("id", "not in", held)).executeTakeFirst();
}

/** Sends one; false where another job is at it, which goes on with the rest. */
async function sendNext(sender: Sender, row: ChannelDeliveryRow): Promise<boolean> {
  const { deps, kind, job } = sender;
  await sender.drafts.end(row.messageId);
  const draft = await findDraft(deps.store.db, row, deps.now());
  // Another process is showing the answer: two messages would say the same, or half of it replace the whole.
  if (draft.isBusy) throw new TryLater(draftMs);
  const shown = row.part === 0 ? draft.place : null;
  if (row.state === "sending") {
    if (row.jobId !== job.id && (await isAtWork({ jobs: deps.jobs, db: deps.store.db }, row))) return false;
    // The process that sent it died before it heard what came of it.
    if (!kind.isIdempotent && shown === null) {
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
    const { platformId } = await send(sender, row, shown);
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

export const interrupted =
  "The server stopped while this was being sent, so it may have arrived or not. Ask, or send it again.";

/** Whether a job is still to come to its end. */
export async function isAtWork(
  { jobs, db }: Pick<ChannelDeps, "jobs"> & { db: Db },
  { organizationId, jobId }: { organizationId: string; jobId: string | null },
): Promise<boolean> {
  if (jobId === null) return false;
  const job = await jobs.get(db, { organizationId, id: jobId });
  return job?.state === "running" || job?.state === "queued";
}

async function send(sender: Sender, row: ChannelDeliveryRow, draft: DraftPlace | null): Promise<Sent> {
  const { deps, kind, key } = sender;
  const { db } = deps.store;
  const channel = await findChannel(db, key);
  if (channel?.enabled !== 1)
    throw new ChannelProblem("message", "The channel is off. Turn it on in Deploy.");
  const { externalId, address } = row;
  if (externalId === null || address === null || !(await isOfContact(db, { ...key, externalId })))
    throw new ChannelProblem("message", "The address for this message is no longer known.");
  const { files = [], attached = [], ...content } = JSON.parse(row.content) as Outgoing; // written by putInLine
  const message = await db
    .selectFrom("messages")
    .select("role")
    .where("organizationId", "=", key.organizationId)
    .where("id", "=", row.messageId)
    .executeTakeFirst();
  const isAutomatic = message?.role === "assistant";
  const { isLate } = await refuseClosed(sender, { externalId, content, isAutomatic });
  const open = await openChannel(deps, channel);
  const sendWith = async ({ linked, own }: { linked: LinkedFile[]; own: SendingFile[] }) =>
    kind.send(open, {
      ...content,
      text: [content.text, ...(await listLinks(sender, linked))].filter(Boolean).join("\n\n"),
      files: own,
      ...{ id: row.id, threadId: row.threadId, draft, isAutomatic, isLate },
      // The server's end cuts no request in two: it is over soon, and its outcome is known then.
      signal: new AbortController().signal,
      address: JSON.parse(address) as Record<string, string>, // as the kind gave it
    });
  if (attached.length === 0) return sendWith({ linked: files, own: [] });
  try {
    return await sendWith({ linked: files, own: await openFiles(sender, attached) });
  } catch (error) {
    if (!(error instanceof ChannelProblem) || error.kind !== "message") throw error;
    // What the provider refuses as a file may go out as a link.
    return sendWith({ linked: [...files, ...attached], own: [] });
  }
}

type LinkedFile = NonNullable<Outgoing["files"]>[number];

async function openFiles(
  { deps, key: { organizationId } }: Sender,
  files: OutgoingFile[],
): Promise<SendingFile[]> {
  const origin = await deps.lookOrigin();
  return files.map((file) => ({
    ...file,
    url: origin && origin + addressOf(deps, { organizationId, id: file.id }),
    async read() {
      try {
        const stored = await deps.storage.openFile(organizationId, file.id);
        return new Uint8Array(await stored.readStart(file.sizeBytes));
      } catch (error) {
        if (error instanceof AppError && error.code === "not_found")
          throw new ChannelProblem("message", `“${file.name}” is no longer stored here.`);
        deps.report(error);
        throw new ChannelProblem("later", `“${file.name}” can’t be read from our storage at the moment.`);
      }
    },
  }));
}

function addressOf({ attachmentKey, now }: ChannelDeps, file: AttachmentKey): string {
  return makeSentAddress(attachmentKey, file, now());
}

/** Each file's name and address, for the recipient. */
async function listLinks({ deps, key: { organizationId } }: Sender, files: LinkedFile[]): Promise<string[]> {
  if (files.length === 0) return [];
  const origin = await deps.lookOrigin();
  if (origin === null)
    throw new ChannelProblem(
      "message",
      "Files are sent as links, which need this server’s address. Set PUBLIC_URL.",
    );
  return files.map(({ id, name }) => `${name}: ${origin}${addressOf(deps, { organizationId, id })}`);
}

/** Nothing goes to who asked for that, nor freely once the platform's window is over: a person's may be longer than the agent's. */
async function refuseClosed(
  { deps, key }: Sender,
  { externalId, content, isAutomatic }: { externalId: string; content: Outgoing; isAutomatic: boolean },
): Promise<{ isLate: boolean }> {
  const { windowMs: agentMs, isLive } = channelKinds[key.type];
  // A caller on the telephone wants to hear it now.
  if (isLive) return { isLate: false };
  const identity: Pick<ContactIdentityRow, "optedOutAt" | "lastReceivedAt"> | undefined = await deps.store.db
    .selectFrom("contactIdentities")
    .select(["optedOutAt", "lastReceivedAt"])
    .where("organizationId", "=", key.organizationId)
    .where("agentId", "=", key.agentId)
    .where("type", "=", key.type)
    .where("externalId", "=", externalId)
    .executeTakeFirst();
  if (identity?.optedOutAt != null)
    throw new ChannelProblem("message", "They asked not to be contacted here.");
  const windowMs = isAutomatic ? agentMs : teamWindowOf(key.type);
  if (windowMs === null || agentMs === null || content.template) return { isLate: false };
  const passedMs = identity?.lastReceivedAt == null ? Infinity : deps.now() - identity.lastReceivedAt;
  if (passedMs >= windowMs)
    throw new ChannelProblem(
      "message",
      sayWindowOver(key.type, { writer: isAutomatic ? "an agent" : "you", windowMs }),
    );
  return { isLate: passedMs >= agentMs };
}

async function takeFailure(sender: Sender, row: ChannelDeliveryRow, error: unknown): Promise<void> {
  const { deps, kind, key } = sender;
  if (!(error instanceof ChannelProblem)) {
    deps.report(error);
    const problem = "Something went wrong on our side while sending this.";
    return settle(sender, row, { state: "failed", problem });
  }
  const { message: problem, kind: why } = error;
  if (why === "credentials") await markChannel(deps, key, { state: "broken", problem });
  const isAgain = why === "later" || (why === "unknown" && kind.isIdempotent);
  const attempts = row.attempts + 1;
  if (!isAgain || attempts >= mostAttempts) {
    const said = why === "unknown" ? `${problem} It may have arrived or not.` : problem;
    await settle(sender, row, { state: "failed", problem: said, attempts });
    return;
  }
  await settle(sender, row, { state: "queued", jobId: null, problem, attempts });
  throw new TryLater(retryAfterMs(error, attempts));
}

/** How long to wait before another try: as the provider asked, else longer each time. */
export function retryAfterMs({ retryAfterMs: asked }: ChannelProblem, attempts: number): number {
  return asked ?? Math.min(longestRetryMs, firstRetryMs * 4 ** (attempts - 1));
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
      if (row.part === 0) await forgetDraft(tx, row);
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
