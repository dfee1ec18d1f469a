import type { Capability, Leaf } from "../agents/capability.ts";
import { channelsMigrations } from "./migrations.ts";
import { channelTypes } from "../../shared/domain/channels.ts";
import { startSweeping } from "../storage/sweep.ts";
import { channelRoutes } from "./calls.ts";
import { createChannelFollower } from "./collect.ts";
import { changedChannel, channelFollower } from "./deps.ts";
import type { ChannelDeps } from "./deps.ts";
import { createDrafts } from "./drafts.ts";
import { createHearing } from "./hearAgents.ts";
import { hookPages } from "./hookPage.ts";
import { dialRoutes } from "./kinds/call/dial.ts";
import { phonePages } from "./kinds/call/pages.ts";
import { settleLost } from "./kinds/call/rows.ts";
import { createPhoneSessions } from "./kinds/call/sessions.ts";
import { voicemailJob } from "./kinds/call/voicemail.ts";
import { createKinds } from "./kinds/kinds.ts";
import { namingJob } from "./nameContact.ts";
import { channelsPart } from "./part.ts";
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
  const hearing = createHearing(deps, collect);
  const endings: (() => void | Promise<void>)[] = [];
  let collecting: Promise<void> | null = null;
  let isStopped = false;

  async function collect(): Promise<void> {
    if (isStopped) return;
    collecting ??= collectAll().finally(() => (collecting = null));
    await collecting;
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
    part: channelsPart(followers.map(({ name }) => name)),
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
      endings.push(deps.bus.subscribe(changedChannel, () => void hearing.listen().catch(deps.report)));
      await hearing.listen();
      poller.start();
    },
    async stop() {
      isStopped = true;
      hearing.end();
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
