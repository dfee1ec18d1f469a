import { announceAgent } from "../../agents/announce.ts";
import { TryLater } from "../../jobs/end.ts";
import type { NamedJobKind } from "../../jobs/kinds.ts";
import type { JobRow } from "../../jobs/tables.ts";
import { ChannelProblem } from "../ChannelProblem.ts";
import { markChannel } from "../connect.ts";
import type { ChannelDeps } from "../deps.ts";
import type { OpenChannel } from "../kind.ts";
import type { SlackApi } from "../kinds/slack/api.ts";
import { findChannel, openChannel } from "../open.ts";
import { interrupted, isAtWork, mostAttempts, retryAfterMs } from "../sendDeliveries.ts";
import { findActor, findPost, findTeamNotices } from "./find.ts";
import { findSlackId } from "./members.ts";
import { sendNotice } from "./mail.ts";
import { teamSendingKind } from "./queue.ts";
import type { TeamSendPayload } from "./queue.ts";
import { escapeSlack, findSubject, renderPost, renderSaid } from "./render.ts";
import type { Shown } from "./render.ts";
import type { TeamNoticesRow, TeamPostRow, TeamSendRow, Telling } from "./tables.ts";

interface Sender {
  deps: ChannelDeps;
  slack: SlackApi;
  post: TeamPostRow;
  job: JobRow;
}

/** Makes the job that tells the team of one thing, and of what follows from it, one after the other. */
export function teamSendingJob(deps: ChannelDeps, slack: SlackApi): NamedJobKind {
  return {
    kind: teamSendingKind,
    concurrency: 8,
    maxAttempts: 20,
    async handler(job, { signal, progress }) {
      const { postId } = JSON.parse(job.payload) as TeamSendPayload; // written by queueSend
      const { organizationId } = job;
      for (let count = 1; ; count += 1) {
        signal.throwIfAborted();
        const post = await findPost(deps.store.db, { organizationId, id: postId });
        const next = post && (await findNext(deps, post));
        if (!post || !next || !(await sendNext({ deps, slack, post, job }, next))) return;
        progress({ count });
      }
    },
  };
}

async function findNext({ store }: ChannelDeps, { organizationId, id }: TeamPostRow) {
  return store.db
    .selectFrom("teamSends")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("postId", "=", id)
    .where("state", "in", ["queued", "sending"])
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

/** Sends one; false where another job is at it, which goes on with the rest. */
async function sendNext(sender: Sender, row: TeamSendRow): Promise<boolean> {
  const { deps, job } = sender;
  if (row.state === "sending") {
    const { organizationId, jobId } = row;
    const { jobs, store } = deps;
    if (jobId !== job.id && (await isAtWork({ jobs, db: store.db }, { organizationId, jobId }))) return false;
    // The process that sent it died before it heard what came of it. Showing the same once more changes nothing.
    if (row.what !== "update") {
      if (isSeen(row)) await markBroken(deps, row, interrupted);
      await settle(sender, row, { state: "failed", problem: interrupted });
      return true;
    }
  }
  const claimed = await deps.store.db
    .updateTable("teamSends")
    .set({ state: "sending", jobId: job.id, updatedAt: deps.now() })
    .where("organizationId", "=", row.organizationId)
    .where("postId", "=", row.postId)
    .where("what", "=", row.what)
    .where("subject", "=", row.subject)
    .where("state", "=", row.state)
    .where((eb) => (row.jobId === null ? eb("jobId", "is", null) : eb("jobId", "=", row.jobId)))
    .executeTakeFirst();
  if (claimed.numUpdatedRows === 0n) return true;
  try {
    await send(sender, row);
    await settle(sender, row, { state: "sent", problem: null, content: null });
  } catch (error) {
    await takeFailure(sender, row, error);
  }
  return true;
}

async function send({ deps, slack, post }: Sender, row: TeamSendRow): Promise<void> {
  const settings = await findTeamNotices(deps.store.db, post);
  if (settings?.enabled !== 1) throw new ChannelProblem("message", "Team notices are off.");
  if (row.what === "mail") return sendNotice(deps, { post, userId: row.subject });
  if (row.what === "update" && post.ts === null) return closeUnposted(deps, post);
  const channel = await openSlack(deps, post);
  const sending: SlackSending = { deps, slack, post, row, settings, channel };
  await sendToSlack(sending);
  await noteSent(deps, settings);
}

/** The Slack app of this agent, as it is connected now. Throws a ChannelProblem. */
export async function openSlack(
  deps: ChannelDeps,
  { organizationId, agentId }: Pick<TeamPostRow, "organizationId" | "agentId">,
): Promise<OpenChannel> {
  const row = await findChannel(deps.store.db, { organizationId, agentId, type: "slack" });
  if (row?.enabled !== 1)
    throw new ChannelProblem("message", "Slack is not connected. Turn it on in Deploy, under Channels.");
  return openChannel(deps, row);
}

interface SlackSending {
  deps: ChannelDeps;
  slack: SlackApi;
  post: TeamPostRow;
  row: TeamSendRow;
  settings: TeamNoticesRow;
  channel: OpenChannel;
}

async function sendToSlack(sending: SlackSending): Promise<void> {
  const { deps, post, row } = sending;
  switch (row.what) {
    case "post":
      return sendPost(sending);
    case "update":
      return sendUpdate(sending);
    case "message": {
      const message = await deps.store.db
        .selectFrom("messages")
        .selectAll()
        .where("organizationId", "=", row.organizationId)
        .where("id", "=", row.subject)
        .where("kind", "=", "text")
        .executeTakeFirst();
      const subject = message && (await findSubject(deps.store.db, post, null));
      // It was deleted meanwhile.
      if (!message || !subject) return;
      return call(sending, { method: "chat.postMessage", ...renderSaid(message, subject.contact.name) });
    }
    case "tell": {
      const { user, text } = JSON.parse(row.content ?? "{}") as Telling; // written by queueSend
      return call(sending, { method: "chat.postEphemeral", text: escapeSlack(text), blocks: [], user });
    }
    case "mail":
      return;
    default:
      return row.what satisfies never;
  }
}

interface Call extends Shown {
  method: "chat.postMessage" | "chat.postEphemeral" | "chat.update";
  /** The only member who sees it. */
  user?: string;
}

/** Calls Slack about a post: in its thread, or for an update about itself. */
async function call(
  { slack, post, channel }: SlackSending,
  { method, text, blocks, user }: Call,
): Promise<void> {
  if (post.ts === null)
    throw new ChannelProblem("message", "The notice that this belongs to was never posted.");
  const place =
    method === "chat.update"
      ? { ts: post.ts }
      : { thread_ts: post.ts, unfurl_links: false, unfurl_media: false };
  await slack(channel, method, {
    // The server's end cuts no request in two: it is over soon, and its outcome is known then.
    signal: new AbortController().signal,
    fields: {
      ...{ channel: post.channel, text, ...(blocks.length > 0 && { blocks }), ...place },
      ...(user !== undefined && { user }),
    },
  });
}

async function sendPost(sending: SlackSending): Promise<void> {
  const { deps, slack, post, settings, channel } = sending;
  const shown = await renderPost(deps.store.db, post, await deps.lookOrigin());
  const to = shown && (post.kind === "mention" ? await findNamed(sending) : settings.channelId);
  // Members who are not in Slack are notified in the other ways.
  if (!shown || !to) return;
  const sent = await slack(channel, "chat.postMessage", {
    signal: new AbortController().signal,
    fields: {
      ...{ channel: to, text: shown.text, blocks: shown.blocks },
      ...{ unfurl_links: false, unfurl_media: false },
    },
  });
  await changePost(deps, post, {
    ...{ channel: String(sent["channel"] ?? to), ts: String(sent["ts"] ?? ""), shown: shown.hash },
    isOpen: shown.isOver ? 0 : post.isOpen,
  });
}

async function findNamed({ deps, slack, post, settings, channel }: SlackSending): Promise<string | null> {
  const { organizationId, userId } = post;
  const { db } = deps.store;
  const right = "conversations.read" as const;
  const named = userId && (await findActor(db, { organizationId, userId, right }));
  if (!named || settings.workspaceId === null) return null;
  const { signal } = new AbortController();
  return findSlackId(
    { db, slack, channel, organizationId, workspaceId: settings.workspaceId, signal },
    named,
  );
}

async function sendUpdate(sending: SlackSending): Promise<void> {
  const { deps, post } = sending;
  const shown = await renderPost(deps.store.db, post, await deps.lookOrigin());
  const isOver = shown === null || shown.isOver;
  if (shown && post.ts !== null && shown.hash !== post.shown)
    await call(sending, { method: "chat.update", ...shown });
  await changePost(deps, post, { shown: shown?.hash ?? null, isOpen: isOver ? 0 : 1 });
}

/** One that stands in mails alone. */
async function closeUnposted(deps: ChannelDeps, post: TeamPostRow): Promise<void> {
  const shown = await renderPost(deps.store.db, post, null);
  if (!shown || shown.isOver) await changePost(deps, post, { isOpen: 0 });
}

async function changePost({ store }: ChannelDeps, post: TeamPostRow, change: Partial<TeamPostRow>) {
  await store.db
    .updateTable("teamPosts")
    .set(change)
    .where("organizationId", "=", post.organizationId)
    .where("id", "=", post.id)
    .execute();
}

async function noteSent({ store, now }: ChannelDeps, settings: TeamNoticesRow): Promise<void> {
  await store.db
    .updateTable("teamNotices")
    .set({ lastSentAt: now(), state: "connected", problem: null })
    .where("organizationId", "=", settings.organizationId)
    .where("agentId", "=", settings.agentId)
    .execute();
}

/** Keeps with the settings why Slack takes nothing, and tells the team's screens. */
export async function markBroken(
  { store, events, now }: Pick<ChannelDeps, "store" | "events" | "now">,
  { organizationId, agentId }: Pick<TeamPostRow, "organizationId" | "agentId">,
  problem: string,
): Promise<void> {
  await store.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("teamNotices")
      .set({ state: "broken", problem })
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .where(({ or, eb }) => or([eb("state", "!=", "broken"), eb("problem", "!=", problem)]))
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await announceAgent(events, tx, { organizationId, agentId, now: now() });
  });
}

/** What the whole channel was to see: that it is missing there is a matter of the settings. */
function isSeen({ what }: TeamSendRow): boolean {
  return what === "post" || what === "message";
}

async function takeFailure(sender: Sender, row: TeamSendRow, error: unknown): Promise<void> {
  const { deps } = sender;
  if (!(error instanceof ChannelProblem)) {
    deps.report(error);
    const problem = "Something went wrong on our side while sending this.";
    return settle(sender, row, { state: "failed", problem });
  }
  const { message: problem, kind: why } = error;
  const { organizationId, agentId } = row;
  if (why === "credentials")
    await markChannel(deps, { organizationId, agentId, type: "slack" }, { state: "broken", problem });
  const isAgain = why === "later" || (why === "unknown" && row.what === "update");
  const attempts = row.attempts + 1;
  if (isAgain && attempts < mostAttempts) {
    await settle(sender, row, { state: "queued", jobId: null, problem, attempts });
    throw new TryLater(retryAfterMs(error, attempts));
  }
  if (why === "credentials" || isSeen(row)) await markBroken(deps, row, problem);
  // It was deleted in Slack, for example: it is no longer shown.
  if (row.what === "update") await changePost(deps, sender.post, { isOpen: 0 });
  await settle(sender, row, { state: "failed", problem, attempts });
}

/** Where it was queued again meanwhile, it goes out once more. */
async function settle({ deps }: Sender, row: TeamSendRow, change: Partial<TeamSendRow>): Promise<void> {
  await deps.store.db
    .updateTable("teamSends")
    .set({ ...change, updatedAt: deps.now() })
    .where("organizationId", "=", row.organizationId)
    .where("postId", "=", row.postId)
    .where("what", "=", row.what)
    .where("subject", "=", row.subject)
    .where("state", "=", "sending")
    .execute();
}
