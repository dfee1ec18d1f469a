import type { AgentKey } from "../../agents/parts.ts";
import type { Tx } from "../../database/store.ts";
import type { Route } from "../../requests/handle.ts";
import type { NamedJobKind } from "../../jobs/kinds.ts";
import { forgetPositions } from "../../live/positions.ts";
import { createPushFollower, pushJob } from "./collect.ts";
import { pushFollower } from "./deps.ts";
import type { PushDeps } from "./deps.ts";
import { forgetMember } from "./devices.ts";
import { removeOldLooks } from "./looks.ts";
import { pushRoutes } from "./pushCalls.ts";
import { sendPush } from "./send.ts";
import type { MemberKey } from "../settings.ts";

const lookEveryMs = 1000;
const sweepEveryMs = 10 * 60_000;

/** Push of one process: its calls, and the telling. */
export interface Pushing {
  routes: Route[];
  /** Sends to one device. */
  job: NamedJobKind;
  /** How far an agent was read goes with it. */
  part: { name: string; remove: (tx: Tx, key: AgentKey) => Promise<void> };
  /** Ends what somebody has here, in the transaction that ends their membership. */
  memberLeft(tx: Tx, member: MemberKey): Promise<void>;
  /** Begins to look for what is to be told; gives the function that ends it. */
  start(): () => Promise<void>;
}

/** Makes the push of this process. */
export function createPushing(deps: PushDeps): Pushing {
  return {
    routes: pushRoutes(deps),
    job: { kind: pushJob, handler: (job, tools) => sendPush(deps, job, tools), concurrency: 8 },
    part: {
      name: "push",
      remove: (tx, key) => forgetPositions(tx, { follower: pushFollower, ...key }),
    },
    memberLeft: forgetMember,
    start: () => startLooking(deps),
  };
}

function startLooking(deps: PushDeps): () => Promise<void> {
  const { scheduler } = deps;
  const follower = createPushFollower(deps);
  let isStopped = false;
  // The database can't be reached, for example: the next look tries again.
  const collectAll = async () => {
    while (!isStopped && (await follower.collect()));
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
