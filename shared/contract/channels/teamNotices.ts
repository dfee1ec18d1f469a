import * as v from "valibot";
import { mostMailed, teamNoticeKinds } from "../../domain/teamNotices.ts";
import { call } from "../call.ts";
import { count, data, id, revision, savedBy, text, time } from "../shapes.ts";

const kinds = v.pipe(
  v.array(v.picklist(teamNoticeKinds)),
  v.maxLength(teamNoticeKinds.length),
  v.transform((all) => [...new Set(all)]),
);

/** Where an agent's team is told of hand-overs, mentions and approvals, beside the console. */
const teamNotices = v.object({
  enabled: v.boolean(),
  kinds: v.array(v.picklist(teamNoticeKinds)),
  slack: v.object({
    /** The agent's Slack channel is on and its token works. */
    isConnected: v.boolean(),
    /** Where notices are posted; null where nothing is posted to a channel. */
    channel: v.nullable(v.object({ id: v.string(), name: v.string() })),
    /** `broken`: Slack refused the last notice; `problem` says why. */
    state: v.picklist(["off", "connected", "broken"]),
    problem: v.nullable(v.string()),
    lastSentAt: v.nullable(time),
    /** What the app's event and interactivity settings at Slack must name; null where no public address is known. */
    webhookUrl: v.nullable(v.string()),
  }),
  mail: v.object({
    /** The installation has a mail server. */
    canSend: v.boolean(),
    /** The agent has a mailbox that works: answers to notices go to the visitor. */
    canReply: v.boolean(),
    /** The members who get hand-overs and approvals by mail. */
    userIds: v.array(id),
  }),
  /** Everyone who may be told: the members who can reply. */
  people: v.array(v.object({ id, name: v.string(), email: v.string() })),
  revision: count,
  savedBy,
});
export type TeamNotices = v.InferOutput<typeof teamNotices>;

const path = "/v1/org/{orgId}/copilotapps/{productId}/team-notices" as const;

export const getTeamNotices = call({
  family: "console",
  method: "GET",
  path,
  who: { member: "surfaces.read" },
  summary: "Returns where an agent's team is notified of hand-overs, mentions and approvals.",
  answer: data(teamNotices),
});

/**
 * Takes effect immediately. 400 `invalid_input` where Slack does not know the channel, the app is no member of it, or
 * somebody of `userIds` can't reply; 409 `conflict` where somebody saved since `revision`.
 */
export const updateTeamNotices = call({
  family: "console",
  method: "PUT",
  path,
  who: { member: "surfaces.update" },
  audit: "Changed team notices",
  summary: "Sets where an agent's team is notified of hand-overs, mentions and approvals.",
  body: data(
    v.strictObject({
      revision,
      enabled: v.boolean(),
      kinds,
      channelId: v.nullable(v.pipe(text(40), v.regex(/^[A-Z0-9]+$/))),
      userIds: v.pipe(
        v.array(id),
        v.maxLength(mostMailed),
        v.transform((all) => [...new Set(all)]),
      ),
    }),
  ),
  answer: data(teamNotices),
  answersWithinMs: 30_000,
});

/** 422 `surface_refused` where Slack is not connected, or refuses, in words. */
export const testTeamNotices = call({
  family: "console",
  method: "POST",
  path: `${path}/test`,
  who: { member: "surfaces.update" },
  audit: false,
  summary: "Posts a test message to the team's Slack channel.",
  answer: data(teamNotices),
  answersWithinMs: 30_000,
});

const slackChannel = v.object({
  id: v.string(),
  name: v.string(),
  isPrivate: v.boolean(),
  /** The app can post there. */
  isMember: v.boolean(),
});
export type SlackChannel = v.InferOutput<typeof slackChannel>;

/** 422 `surface_refused` where Slack is not connected, or refuses, in words. */
export const listSlackChannels = call({
  family: "console",
  method: "GET",
  path: `${path}/slack-channels`,
  who: { member: "surfaces.update" },
  summary: "Lists the channels of the connected Slack workspace.",
  answer: v.object({ items: v.array(slackChannel) }),
  answersWithinMs: 30_000,
});
