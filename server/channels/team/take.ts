import { createHash } from "node:crypto";
import { maxMessageCharacters } from "../../../shared/domain/limits.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { ChannelProblem } from "../ChannelProblem.ts";
import type { ChannelDeps, ChannelKey } from "../deps.ts";
import type { OpenChannel } from "../kind.ts";
import type { KeptMail } from "../kinds/email/keptMail.ts";
import { readNoticeId } from "../kinds/email/messageIds.ts";
import { readReply, whyIgnored } from "../kinds/email/readMail.ts";
import type { SlackApi } from "../kinds/slack/api.ts";
import { readTeamAct } from "../kinds/slack/read.ts";
import type { TeamAct } from "../kinds/slack/read.ts";
import { slackClientId } from "./collect.ts";
import { findActor, findTeamNotices } from "./find.ts";
import type { Actor } from "./find.ts";
import { refuseReply } from "./mail.ts";
import { findSlackMember } from "./members.ts";
import { queueSend } from "./queue.ts";
import { approveButton, declineButton, findSubject, resolveButton, takeOverButton } from "./render.ts";
import type { NoticeRefusal } from "../../mail/noticeLetter.ts";
import type { TeamPostRow } from "./tables.ts";

/** An update as it came. */
export interface TeamUpdate {
  key: ChannelKey;
  channel: OpenChannel;
  body: unknown;
  updateKey: string;
  signal: AbortSignal;
}

/** Takes in what members do from Slack and by mail. Undefined for what isn't the team's; `note` says why nothing was done. */
export type TakeForTeam = (update: TeamUpdate) => Promise<{ note: string | null } | undefined>;

/** Makes what takes in what the team does outside of the console. */
export function createTakeForTeam(deps: ChannelDeps, slack: SlackApi): TakeForTeam {
  return async (update) => {
    if (update.key.type === "slack") return takeFromSlack(deps, slack, update);
    if (update.key.type === "email") return takeFromMail(deps, update);
    return undefined;
  };
}

async function takeFromSlack(deps: ChannelDeps, slack: SlackApi, update: TeamUpdate) {
  const act = readTeamAct(update.body);
  if (!act) return undefined;
  const post = await findTarget(deps, update.key, act);
  if (!post) return act.kind === "press" ? { note: "An unknown button." } : undefined;
  const settings = await findTeamNotices(deps.store.db, update.key);
  if (settings?.enabled !== 1) return { note: "Team notices are off." };
  if (act.workspace !== settings.workspaceId) return { note: "Of another workspace." };
  if (act.kind === "reply" && (act.isBot || act.user === update.channel.account?.id))
    return { note: "A message of a bot." };
  if (act.kind === "reply" && post.kind === "approval") return { note: "What the team says of an approval." };
  if (act.kind === "press" && !pressable.has(act.button)) return { note: "A link." };
  const { workspaceId } = settings;
  const asking = { db: deps.store.db, slack, ...update.key, ...update, workspaceId };
  const found = await findSlackMember(asking, act.user);
  const refusal = "refusal" in found ? found.refusal : await actAs(deps, { act, post, member: found.member });
  if (refusal !== null) await tellInSlack(deps, { act, post, text: refusal });
  return { note: refusal };
}

const pressable = new Set([takeOverButton, resolveButton, approveButton, declineButton]);

/** The message of ours that somebody answered or pressed: of this agent, and where Slack says that it is. */
async function findTarget(
  { store }: ChannelDeps,
  { organizationId, agentId }: ChannelKey,
  act: TeamAct,
): Promise<TeamPostRow | undefined> {
  return store.db
    .selectFrom("teamPosts")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("channel", "=", act.channel)
    .where("ts", "=", act.kind === "reply" ? act.thread : act.ts)
    .executeTakeFirst();
}

interface Acting {
  act: TeamAct;
  post: TeamPostRow;
  member: Actor;
}

/** Does what a member wants, with the checks of the inbox; gives why it could not be done. */
async function actAs(deps: ChannelDeps, { act, post, member }: Acting): Promise<string | null> {
  try {
    if (act.kind === "reply") return await reply(deps, { act, post, member });
    await press(deps, { act, post, member });
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500 || error.status === 429) throw error;
    return error.code === "not_found" ? "This conversation was deleted." : error.message;
  }
}

async function reply(
  deps: ChannelDeps,
  { act, post, member }: Acting & { act: Extract<TeamAct, { kind: "reply" }> },
): Promise<string | null> {
  if (post.kind !== "handoff") return "Nobody reads replies here. Answer in the inbox.";
  const content = clean(act.text);
  if (content === "") return "Files don’t reach the visitor from here. Send them from the inbox.";
  if (content.length > maxMessageCharacters)
    return `That is too long. Use at most ${maxMessageCharacters} characters.`;
  await deps.reply({
    ...{ key: placeOf(post), member, content, attachments: [] },
    clientId: `${slackClientId}${hash(`${act.channel}:${act.ts}`)}`,
  });
  return act.hasFiles ? "Your words were sent, your files were not. Send those from the inbox." : null;
}

async function press(
  deps: ChannelDeps,
  { act, post, member }: Acting & { act: Extract<TeamAct, { kind: "press" }> },
): Promise<void> {
  const key = placeOf(post);
  if (act.button === takeOverButton) await deps.decisions.onThread({ key, member, handledBy: "human" });
  if (act.button === resolveButton) await deps.decisions.onThread({ key, member, status: "resolved" });
  if (post.kind !== "approval" || (act.button !== approveButton && act.button !== declineButton)) return;
  await deps.decisions.onAction({
    ...{ wanted: key, actionId: post.subject, by: "team", name: member.name },
    decision: act.button === approveButton ? "confirm" : "decline",
  });
  const { organizationId, agentId: productId, threadId } = post;
  await deps.record({
    ...{ organizationId, userId: member.userId, action: "Decided on an action", outcome: "done" },
    ...{ targets: { productId, threadId, actionId: post.subject }, address: "Slack", requestId: post.id },
  });
}

/** Seen by them alone. */
async function tellInSlack(
  deps: ChannelDeps,
  { act, post, text }: { act: TeamAct; post: TeamPostRow; text: string },
): Promise<void> {
  const subject = act.kind === "reply" ? act.ts : hash(JSON.stringify([act, text, deps.now()]));
  await deps.store.transaction((tx) =>
    queueSend(deps, tx, { post, what: "tell", subject, telling: { user: act.user, text } }),
  );
}

async function takeFromMail(deps: ChannelDeps, { key, channel, body, updateKey }: TeamUpdate) {
  const mail = body as KeptMail; // as the mailbox gave it
  const noticed = mail.references.toReversed().flatMap((id) => readNoticeId(id, channel) ?? [])[0];
  if (!noticed) return undefined;
  const ignored = whyIgnored(mail, channel);
  if (ignored) return { note: ignored };
  const { organizationId, agentId } = key;
  const { db } = deps.store;
  const user = await db
    .selectFrom("users")
    .select(["email", "language"])
    .where("id", "=", noticed.userId)
    .executeTakeFirst();
  if (!user) return { note: "An answer from someone who is no longer a member." };
  const subject = await findSubject(
    db,
    { organizationId, agentId, threadId: noticed.threadId },
    await deps.lookOrigin(),
  );
  if (!subject) return { note: "An answer to a conversation that was deleted." };
  const why = await replyByMail(deps, { mail, noticed, place: { organizationId, agentId }, updateKey });
  if (why === null) return { note: null };
  // To the member whom the notice went to: who wrote may be anybody.
  const { url } = subject;
  try {
    await refuseReply(deps, { to: user.email, language: user, why, url });
  } catch (error) {
    if (!(error instanceof ChannelProblem)) throw error;
    if (error.kind === "later") throw error;
  }
  return { note: notes[why] };
}

const notes: Record<NoticeRefusal, string> = {
  unverified: "An answer from an unverified sender.",
  notAllowed: "An answer from someone who can't reply.",
  empty: "An answer without words.",
  failed: "An answer that could not be added.",
};

interface MailReply {
  mail: KeptMail;
  noticed: { threadId: string; userId: string };
  place: { organizationId: string; agentId: string };
  updateKey: string;
}

async function replyByMail(
  deps: ChannelDeps,
  { mail, noticed, place, updateKey }: MailReply,
): Promise<NoticeRefusal | null> {
  const { organizationId } = place;
  const right = "conversations.reply" as const;
  const member = await findActor(deps.store.db, { organizationId, userId: noticed.userId, right });
  const isTheirs = member !== null && mail.from.address.toLowerCase() === member.email.toLowerCase();
  if (member === null) return "notAllowed";
  if (!isTheirs || mail.isVerified !== true) return "unverified";
  const content = clean(readReply(mail)).slice(0, maxMessageCharacters);
  if (content === "") return "empty";
  try {
    await deps.reply({
      ...{ key: { ...place, threadId: noticed.threadId }, member, content, attachments: [] },
      clientId: `mail-${hash(mail.messageId || updateKey)}`,
    });
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500 || error.status === 429) throw error;
    return "failed";
  }
}

function placeOf({ organizationId, agentId, threadId }: TeamPostRow) {
  return { organizationId, agentId, threadId };
}

function clean(text: string): string {
  return text.toWellFormed().replaceAll("\0", "").trim();
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
