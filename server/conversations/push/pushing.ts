import type { AgentKey } from "../../agents/parts.ts";
import type { Tx } from "../../database/store.ts";
import type { Route } from "../../door/handle.ts";
import { createUnreadable } from "../../live/unreadable.ts";
import { collectPushes, pushJob } from "./collect.ts";
import type { PushDeps } from "./deps.ts";
import { forgetMember } from "./devices.ts";
import { removeOldLooks } from "./looks.ts";
import { pushRoutes } from "./pushCalls.ts";
import { quietRoutes } from "./quietCalls.ts";
import { sendPush } from "./send.ts";
import type { MemberKey } from "./settings.ts";

const lookEveryMs = 1000;
const sweepEveryMs = 10 * 60_000;

/** Push of one process: its calls, and the telling. */
export interface Pushing {
  routes: Route[];
  /** How far an agent was read goes with it. */
  part: { name: string; remove: (tx: Tx, key: AgentKey) => Promise<void> };
  /** Ends what somebody has here, in the transaction that ends their membership. */
  memberLeft(tx: Tx, member: MemberKey): Promise<void>;
  /** Begins to look for what is to be told; gives the function that ends it. */
  start(): () => Promise<void>;
}

/** Makes the push of this process. */
export function createPushing(deps: PushDeps): Pushing {
  deps.jobs.register(pushJob, (job, tools) => sendPush(deps, job, tools), { concurrency: 8 });
  return {
    routes: [...pushRoutes(deps), ...quietRoutes(deps)],
    part: {
      name: "push",
      remove: async (tx, { organizationId, agentId }) => {
        await tx
          .deleteFrom("pushCursors")
          .where("organizationId", "=", organizationId)
          .where("agentId", "=", agentId)
          .execute();
      },
    },
    memberLeft: forgetMember,
    start: () => startLooking(deps),
  };
}

function startLooking(deps: PushDeps): () => Promise<void> {
  const { scheduler } = deps;
  const collecting = { ...deps, unreadable: createUnreadable(deps) };
  let isStopped = false;
  // The database can't be reached, for example: the next look tries again.
  const collectAll = async () => {
    while (!isStopped && (await collectPushes(collecting)));
  };
  const removeOld = () => removeOldLooks(deps.store.db, deps.now());
  const ends = [
    scheduler.every({ name: "looks for pushes", everyMs: lookEveryMs, work: collectAll }),
    scheduler.every({ name: "removes old looks", everyMs: sweepEveryMs, work: removeOld }),
  ];
  return async () => {
    isStopped = true;
    await Promise.all(ends.map((end) => end()));
  };
}
