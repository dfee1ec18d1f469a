import {
  getTeamNotices,
  listSlackChannels,
  testTeamNotices,
  updateTeamNotices,
} from "../../../shared/contract/channels/teamNotices.ts";
import type { SlackChannel, TeamNotices } from "../../../shared/contract/channels/teamNotices.ts";
import { teamNoticeKinds } from "../../../shared/domain/teamNotices.ts";
import type { TeamNoticeKind } from "../../../shared/domain/teamNotices.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { announceAgent } from "../../agents/announce.ts";
import { findAgent } from "../../agents/find.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { readSavedBy, writeSavedBy } from "../../agents/savedBy.ts";
import type { Tx } from "../../database/store.ts";
import { beginNow } from "../../live/positions.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import { ChannelProblem } from "../ChannelProblem.ts";
import { markChannel } from "../connect.ts";
import { changedChannel } from "../deps.ts";
import type { ChannelDeps } from "../deps.ts";
import type { SlackApi } from "../kinds/slack/api.ts";
import { findChannel, webhookUrlOf } from "../open.ts";
import { findTeamNotices, listPeople, readList, teamFollower } from "./find.ts";
import { openMailboxChannel } from "./mail.ts";
import { markBroken, openSlack } from "./send.ts";
import type { TeamNoticesRow } from "./tables.ts";

/** Of a workspace with more channels, the first ones. */
const mostChannels = 1000;
const pageSize = 200;

/** The team's calls on where it is told of what waits. */
export function teamNoticeRoutes(deps: ChannelDeps, slack: SlackApi): Route[] {
  const { store } = deps;
  const keyOf = async ({ organizationId }: { organizationId: string }, params: { productId: string }) => {
    const key = { organizationId, agentId: params.productId };
    await findAgent(store.db, key);
    return key;
  };
  return [
    handle(getTeamNotices, async ({ caller, params }) => ({
      data: await present(deps, await keyOf(caller, params)),
    })),

    handle(listSlackChannels, async ({ caller, params, request }) => {
      const key = await keyOf(caller, params);
      return { items: await inWords(deps, key, () => listAll(deps, slack, { ...key, ...request })) };
    }),

    handle(updateTeamNotices, async ({ caller, params, body }) => {
      const key = await keyOf(caller, params);
      const { channelId, userIds } = body.data;
      const people = await listPeople(store.db, key.organizationId);
      if (userIds.some((id) => !people.some((one) => one.id === id)))
        throw refuse("userIds", "Choose members who can reply to visitors.");
      const place = await findPlace(deps, slack, { ...key, channelId });
      const savedBy = writeSavedBy(caller, deps.now());
      await store.transaction((tx) => save(deps, tx, { key, ...body.data, place, savedBy }));
      deps.bus.publish(changedChannel, "");
      return { data: await present(deps, key) };
    }),

    handle(testTeamNotices, async ({ caller, params, request: { signal } }) => {
      const key = await keyOf(caller, params);
      const settings = await findTeamNotices(store.db, key);
      if (!settings?.channelId)
        throw new AppError("surface_refused", { message: "Choose a Slack channel and save first." });
      const { channelId: channel } = settings;
      const text = `Test by ${caller.name}: hand-overs and approvals will be posted here.`;
      await inWords(deps, key, async () =>
        slack(await openSlack(deps, key), "chat.postMessage", { signal, fields: { channel, text } }),
      );
      await store.db
        .updateTable("teamNotices")
        .set({ state: settings.enabled === 1 ? "connected" : "off", problem: null, lastSentAt: deps.now() })
        .where("organizationId", "=", key.organizationId)
        .where("agentId", "=", key.agentId)
        .execute();
      return { data: await present(deps, key) };
    }),
  ];
}

/** What Slack refuses is kept, and said. */
async function inWords<T>(deps: ChannelDeps, key: AgentKey, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ChannelProblem)) throw error;
    const { kind, message } = error;
    if (kind === "credentials")
      await markChannel(deps, { ...key, type: "slack" }, { state: "broken", problem: message });
    if (kind === "credentials" || kind === "message") await markBroken(deps, key, message);
    throw new AppError("surface_refused", { message });
  }
}

async function listAll(
  deps: ChannelDeps,
  slack: SlackApi,
  { signal, ...key }: AgentKey & { signal: AbortSignal },
): Promise<SlackChannel[]> {
  const channel = await openSlack(deps, key);
  const found: SlackChannel[] = [];
  let cursor = "";
  do {
    const answer = await slack(channel, "conversations.list", {
      signal,
      fields: {
        ...{ types: "public_channel,private_channel", exclude_archived: true, limit: pageSize },
        ...(cursor !== "" && { cursor }),
      },
    });
    const page = (answer["channels"] ?? []) as Record<string, unknown>[]; // as Slack describes it
    for (const { id, name, is_private, is_member } of page)
      found.push({
        ...{ id: String(id), name: String(name) },
        ...{ isPrivate: is_private === true, isMember: is_member === true },
      });
    cursor = String((answer["response_metadata"] as { next_cursor?: string } | undefined)?.next_cursor ?? "");
  } while (cursor !== "" && found.length < mostChannels);
  return found.toSorted((one, other) => one.name.localeCompare(other.name));
}

interface Place {
  workspaceId: string | null;
  channelId: string | null;
  channelName: string | null;
}

/** Asks Slack, so that nothing is saved that can't work: its workspace, and whether the app is in the channel. */
async function findPlace(
  deps: ChannelDeps,
  slack: SlackApi,
  { channelId, ...key }: AgentKey & { channelId: string | null },
): Promise<Place> {
  const row = await findChannel(deps.store.db, { ...key, type: "slack" });
  if (row?.enabled !== 1) {
    if (channelId !== null) throw refuse("channelId", "Connect Slack under Channels first.");
    return { workspaceId: null, channelId: null, channelName: null };
  }
  const { signal } = new AbortController();
  return inWords(deps, key, async () => {
    const { team_id: workspace } = await slack(await openSlack(deps, key), "auth.test", { signal });
    const workspaceId = typeof workspace === "string" ? workspace : null;
    if (channelId === null) return { workspaceId, channelId, channelName: null };
    const found = (await listAll(deps, slack, { ...key, signal })).find(({ id }) => id === channelId);
    if (!found) throw refuse("channelId", "Slack has no such channel. Choose another one.");
    if (!found.isMember)
      throw refuse("channelId", `Invite the app to #${found.name} in Slack first: write /invite there.`);
    return { workspaceId, channelId, channelName: found.name };
  });
}

interface Saving {
  key: AgentKey;
  revision: number;
  enabled: boolean;
  kinds: TeamNoticeKind[];
  userIds: string[];
  place: Place;
  savedBy: string;
}

async function save(
  { events, now }: ChannelDeps,
  tx: Tx,
  { key, revision, enabled, kinds, userIds, place, savedBy }: Saving,
): Promise<void> {
  const before = await findTeamNotices(tx, key);
  if ((before?.revision ?? 0) !== revision) throw new AppError("conflict");
  const at = now();
  const changes = {
    ...{ enabled: enabled ? 1 : 0, kinds: JSON.stringify(kinds), userIds: JSON.stringify(userIds) },
    ...place,
    ...{ state: enabled && place.channelId !== null ? ("connected" as const) : ("off" as const) },
    ...{ problem: null, revision: revision + 1, savedBy, updatedAt: at },
  };
  const isFirst = enabled && !(await hasFollower(tx, key));
  // What happened before anybody wanted to hear of it is told to nobody.
  if (isFirst)
    await beginNow(tx, { organizationId: key.organizationId, follower: teamFollower, subscriberId: "" });
  const saved = await tx
    .insertInto("teamNotices")
    .values({ ...key, ...changes, lastSentAt: null, createdAt: at })
    .onConflict((conflict) =>
      conflict
        .columns(["organizationId", "agentId"])
        .doUpdateSet(changes)
        .where("teamNotices.revision", "=", revision),
    )
    .returning("revision")
    .executeTakeFirst();
  if (!saved) throw new AppError("conflict");
  await announceAgent(events, tx, { ...key, now: at });
}

async function hasFollower(tx: Tx, { organizationId }: AgentKey): Promise<boolean> {
  const found = await tx
    .selectFrom("teamNotices")
    .select("agentId")
    .where("organizationId", "=", organizationId)
    .where("enabled", "=", 1)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function present(deps: ChannelDeps, key: AgentKey): Promise<TeamNotices> {
  const { db } = deps.store;
  const settings = await findTeamNotices(db, key);
  const slack = await findChannel(db, { ...key, type: "slack" });
  return {
    enabled: settings?.enabled === 1,
    kinds: settings ? (readList(settings.kinds) as TeamNoticeKind[]) : [...teamNoticeKinds], // checked when it was saved
    slack: {
      isConnected: slack?.enabled === 1 && slack.state === "connected",
      channel: channelOf(settings),
      ...{ state: settings?.state ?? "off", problem: settings?.problem ?? null },
      lastSentAt: settings?.lastSentAt ?? null,
      webhookUrl: slack ? webhookUrlOf(await deps.lookOrigin(), slack) : null,
    },
    mail: {
      canSend: deps.mail.isConfigured,
      canReply: (await openMailboxChannel(deps, key)) !== null,
      userIds: settings ? readList(settings.userIds) : [],
    },
    people: await listPeople(db, key.organizationId),
    revision: settings?.revision ?? 0,
    savedBy: settings ? readSavedBy(settings) : null,
  };
}

function channelOf(settings: TeamNoticesRow | undefined): TeamNotices["slack"]["channel"] {
  if (!settings?.channelId) return null;
  return { id: settings.channelId, name: settings.channelName ?? settings.channelId };
}

function refuse(field: string, message: string): AppError {
  return new AppError("invalid_input", { fields: [{ path: `body.data.${field}`, message }] });
}
