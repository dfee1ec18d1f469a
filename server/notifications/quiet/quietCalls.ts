import { getQuiet, muteThread, unmuteThread } from "../../../shared/contract/notifications/quiet.ts";
import { findAgent } from "../../agents/find.ts";
import { handle } from "../../requests/handle.ts";
import type { MemberCaller, Route } from "../../requests/handle.ts";
import { findThread } from "../../conversations/threads/find.ts";
import type { PushDeps } from "../push/deps.ts";
import { listMuted, mute, unmute } from "./mutes.ts";
import { readPushSettings } from "../settings.ts";

/** The calls by which somebody says what they hear nothing of, also in the console. */
export function quietRoutes({ store, now }: Pick<PushDeps, "store" | "now">): Route[] {
  return [
    handle(getQuiet, async ({ caller, params }) => {
      const { organizationId, userId } = caller;
      const agent = await findAgent(store.db, { organizationId, agentId: params.productId });
      const { quietHours } = await readPushSettings(store.db, caller);
      const mutedIds = await listMuted(store.db, { organizationId, agentId: agent.id, userId });
      return { data: { quietHours, mutedIds } };
    }),

    handle(muteThread, async ({ caller, params }) => {
      await store.transaction((tx) => mute(tx, { ...keyOf(caller, params), now: now() }));
      return undefined;
    }),

    handle(unmuteThread, async ({ caller, params }) => {
      const key = keyOf(caller, params);
      await findThread(store.db, key);
      await unmute(store.db, key);
      return undefined;
    }),
  ];
}

function keyOf(
  { organizationId, userId }: MemberCaller,
  { productId: agentId, threadId }: { productId: string; threadId: string },
) {
  return { organizationId, agentId, threadId, userId };
}
