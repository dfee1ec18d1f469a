import type { Capability, Leaf } from "../agents/capability.ts";
import { notificationsMigrations } from "./migrations.ts";
import { createDigesting } from "./digest/digesting.ts";
import type { DigestDeps } from "./digest/deps.ts";
import type { PushDeps } from "./push/deps.ts";
import { createPushing } from "./push/pushing.ts";
import { quietRoutes } from "./quiet/quietCalls.ts";

/** What tells members while they don't look: push, and digests by mail. */
export interface NotificationDeps extends PushDeps, Omit<DigestDeps, "key"> {
  /** What the addresses that end digests are signed with. */
  digestKey: Uint8Array;
}

/** Puts the notifications of this process together. */
export const notifications: Leaf<NotificationDeps> = {
  create: createNotifications,
  migrations: notificationsMigrations,
};

function createNotifications(deps: NotificationDeps): Capability {
  const pushing = createPushing(deps);
  const digesting = createDigesting({ ...deps, key: deps.digestKey });
  let stopPushing = async () => {};
  let stopDigesting = async () => {};
  return {
    name: "notifications",
    routes: [...pushing.routes, ...quietRoutes(deps), ...digesting.routes],
    pages: digesting.pages,
    part: pushing.part,
    jobs: [pushing.job, digesting.job],
    memberLeft: async (tx, member) => {
      await pushing.memberLeft(tx, member);
      await digesting.memberLeft(tx, member);
    },
    start: () => {
      stopPushing = pushing.start();
      stopDigesting = digesting.start();
    },
    stop: async () => {
      await stopPushing();
      await stopDigesting();
    },
  };
}
