import type { AgentKey } from "../../agents/parts.ts";
import type { Tx } from "../../database/store.ts";
import type { Route } from "../../door/handle.ts";
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
  const { report } = deps;
  const follower = createPushFollower(deps);
  let looking: Promise<void> | null = null;
  let isStopped = false;
  const look = () => {
    if (looking || isStopped) return;
    looking = collectAll()
      // The database can't be reached, for example: the next look tries again.
      .catch(report)
      .finally(() => (looking = null));
  };
  const collectAll = async () => {
    while (!isStopped && (await follower.collect()));
  };
  const timer = setInterval(look, lookEveryMs);
  const sweeper = setInterval(
    () => void removeOldLooks(deps.store.db, deps.now()).catch(report),
    sweepEveryMs,
  );
  timer.unref();
  sweeper.unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    clearInterval(sweeper);
    await looking;
  };
}
