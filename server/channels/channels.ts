import type { Capability, Leaf } from "../agents/capability.ts";
import { channelsMigrations } from "./migrations.ts";
import { channelTypes } from "../../shared/domain/channels.ts";
import { eventChannel } from "../live/notice.ts";
import { forgetPositions } from "../live/positions.ts";
import { startSweeping } from "../storage/sweep.ts";
import { channelRoutes } from "./calls.ts";
import { createChannelFollower } from "./collect.ts";
import { changedChannel, channelFollower } from "./deps.ts";
import type { ChannelDeps } from "./deps.ts";
import { createDrafts } from "./drafts.ts";
import { hookPages } from "./hookPage.ts";
import { dialRoutes } from "./kinds/call/dial.ts";
import { phonePages } from "./kinds/call/pages.ts";
import { settleLost } from "./kinds/call/rows.ts";
import { createPhoneSessions } from "./kinds/call/sessions.ts";
import { voicemailJob } from "./kinds/call/voicemail.ts";
import { createKinds } from "./kinds/kinds.ts";
import { namingJob } from "./nameContact.ts";
import { createPoller } from "./poll.ts";
import { readingJob, readingKind } from "./readUpdates.ts";
import { sendingJob } from "./sendDeliveries.ts";
import { createSlackApi } from "./kinds/slack/api.ts";
import { slackPages } from "./kinds/slack/appPage.ts";
import { installRoutes } from "./kinds/slack/install.ts";
import { renewAgain, renewingJob } from "./kinds/slack/tokens.ts";
import { teamNoticeRoutes } from "./team/calls.ts";
import { createTeamFollower } from "./team/collect.ts";
import { teamFollower } from "./team/find.ts";
import { teamSendingJob } from "./team/send.ts";
import { createTakeForTeam } from "./team/take.ts";
import { threadChannelRoutes } from "./threadCalls.ts";

const collectEveryMs = 1000;
const keepCallsEveryMs = 5000;
const settleEveryMs = 60_000;
const agentTables = [
  ...(["channels", "channelUpdates", "channelThreads", "channelDeliveries", "channelDrafts"] as const),
  ...(["phoneCalls", "teamNotices", "teamPosts", "teamSends"] as const),
] as const;
/** A repeat that comes later than this is taken for something new. No provider repeats for that long. */
const keptForMs = 30 * 24 * 60 * 60_000;

/** Makes the channels of this process: their settings, what comes in by them and what goes out. */
export const channels: Leaf<ChannelDeps> = { create: createChannels, migrations: channelsMigrations };

function createChannels(deps: ChannelDeps): Capability {
  const kinds = createKinds(deps);
  const followers = [
    { name: channelFollower, collect: createChannelFollower(deps, kinds).collect },
    { name: teamFollower, collect: createTeamFollower(deps).collect },
  ];
  const slack = createSlackApi(deps);
  const takeForTeam = createTakeForTeam(deps, slack);
  const drafts = createDrafts(deps, kinds);
  const poller = createPoller(deps, kinds);
  const phone = createPhoneSessions(deps);
  const heard = new Map<string, () => void>();
  const endings: (() => void | Promise<void>)[] = [];
  let collecting: Promise<void> | null = null;
  let isStopped = false;

  async function collect(): Promise<void> {
    if (isStopped) return;
    collecting ??= collectAll().finally(() => (collecting = null));
    await collecting;
  }

  /** Hears at once of what happens in agents with channels; the look every second finds what a notice missed. */
  async function listen(): Promise<void> {
    const rows = await deps.store.db
      .selectFrom("channels")
      .select(["organizationId", "agentId"])
      .where("enabled", "=", 1)
      .union((db) =>
        db.selectFrom("teamNotices").select(["organizationId", "agentId"]).where("enabled", "=", 1),
      )
      .execute();
    const wanted = new Set(rows.map(eventChannel));
    for (const channel of wanted)
      if (!heard.has(channel))
        heard.set(
          channel,
          deps.bus.subscribe(channel, () => void collect().catch(deps.report)),
        );
    for (const [channel, end] of heard)
      if (!wanted.has(channel)) {
        end();
        heard.delete(channel);
      }
  }

  async function collectAll(): Promise<void> {
    for (const follower of followers) while (!isStopped && (await follower.collect()));
  }

  return {
    name: "channels",
    routes: [
      ...channelRoutes(deps, kinds),
      ...installRoutes(deps, kinds),
      ...threadChannelRoutes(deps, kinds),
      ...dialRoutes(deps),
      ...teamNoticeRoutes(deps, slack),
    ],
    pages: [...phonePages(deps), ...slackPages(deps), ...hookPages(deps, kinds)],
    sockets: [phone.socket],
    jobs: [
      ...channelTypes.flatMap((type) => [
        readingJob({ deps, kinds, takeForTeam, drafts }, type),
        sendingJob({ deps, kinds, drafts }, type),
        ...(kinds[type].findName ? [namingJob(deps, kinds, type)] : []),
      ]),
      voicemailJob(deps),
      renewingJob(deps),
      teamSendingJob(deps, slack),
    ],
    part: {
      name: "channels",
      async listPlaces(db, { organizationId, agentIds }) {
        if (agentIds.length === 0) return [];
        const rows = await db
          .selectFrom("channels")
          .select(["agentId", "type", "enabled"])
          .where("organizationId", "=", organizationId)
          .where("agentId", "in", agentIds)
          .execute();
        return rows.map((row) => ({ ...row, enabled: row.enabled === 1, token: null, path: null }));
      },
      async remove(tx, { organizationId, agentId }) {
        for (const table of agentTables)
          await tx
            .deleteFrom(table)
            .where("organizationId", "=", organizationId)
            .where("agentId", "=", agentId)
            .execute();
        for (const { name } of followers)
          await forgetPositions(tx, { organizationId, follower: name, agentId });
      },
    },
    serve() {
      endings.push(
        phone.listen(),
        deps.scheduler.every({ name: "keeps telephone calls", everyMs: keepCallsEveryMs, work: phone.keep }),
      );
    },
    async start() {
      await readAgain(deps);
      await renewAgain(deps);
      const { scheduler } = deps;
      endings.push(
        scheduler.every({ name: "looks for what channels send", everyMs: collectEveryMs, work: collect }),
        startSweeping({ ...deps, name: "removes old channel updates", sweep: () => removeOld(deps) }),
        scheduler.every({
          name: "ends lost telephone calls",
          everyMs: settleEveryMs,
          work: () => settleLost(deps),
        }),
        scheduler.every({
          name: "removes what is shown of answers that there won't be",
          everyMs: settleEveryMs,
          work: drafts.settle,
        }),
      );
      endings.push(deps.bus.subscribe(changedChannel, () => void listen().catch(deps.report)));
      await listen();
      poller.start();
    },
    async stop() {
      isStopped = true;
      heard.forEach((end) => end());
      await phone.close();
      await poller.stop();
      await drafts.stop();
      await Promise.all(endings.splice(0).map(async (end) => end()));
      await collecting;
    },
  };
}

/** Puts what waits into line again: a job that failed for good left it there. */
async function readAgain({ store, jobs }: ChannelDeps): Promise<void> {
  await store.transaction(async (tx) => {
    const waiting = await tx
      .selectFrom("channelUpdates")
      .select(["organizationId", "agentId", "type", "conversation"])
      .select(({ fn }) => fn.min("id").as("id"))
      .where("state", "=", "waiting")
      .groupBy(["organizationId", "agentId", "type", "conversation"])
      .execute();
    for (const { organizationId, agentId, type, conversation, id } of waiting)
      await jobs.enqueue(tx, {
        ...{ organizationId, kind: readingKind(type), key: id },
        payload: { agentId, type, conversation },
      });
  });
}

async function removeOld({ store, now }: ChannelDeps): Promise<void> {
  await store.db
    .deleteFrom("channelUpdates")
    .where("createdAt", "<", now() - keptForMs)
    .execute();
}
