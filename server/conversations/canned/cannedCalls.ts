import {
  countCannedReply,
  createCannedReply,
  listCannedReplies,
  removeCannedReply,
  updateCannedReply,
} from "../../../shared/contract/cannedReplies.ts";
import { findAgent } from "../../agents/find.ts";
import { handle } from "../../door/handle.ts";
import type { MemberCaller, Route } from "../../door/handle.ts";
import type { ConversationDeps } from "../deps.ts";
import { findTwin } from "../twins.ts";
import { changeCanned, countUse, dropCanned, listCannedRows, makeCanned, presentCanned } from "./canned.ts";

/** The calls on canned replies. */
export function createCannedRoutes(deps: Pick<ConversationDeps, "store" | "now">): Route[] {
  const { db } = deps.store;
  async function keyOf({ organizationId, userId }: MemberCaller, { productId }: { productId: string }) {
    const agent = await findAgent(db, { organizationId, agentId: productId });
    return { organizationId, agentId: agent.id, userId };
  }
  return [
    handle(listCannedReplies, async ({ caller, params }) => ({
      data: (await listCannedRows(db, await keyOf(caller, params))).map(presentCanned),
    })),

    handle(createCannedReply, async ({ caller, params, body }) => {
      const key = await keyOf(caller, params);
      // Of two who take a name at once, the second finds it taken.
      return { data: presentCanned(await findTwin(() => makeCanned(deps, key, body.data))) };
    }),

    handle(updateCannedReply, async ({ caller, params, body }) => {
      const key = { ...(await keyOf(caller, params)), cannedReplyId: params.cannedReplyId };
      return { data: presentCanned(await findTwin(() => changeCanned(deps, key, body.data))) };
    }),

    handle(removeCannedReply, async ({ caller, params }) => {
      await dropCanned(deps, { ...(await keyOf(caller, params)), cannedReplyId: params.cannedReplyId });
      return undefined;
    }),

    handle(countCannedReply, async ({ caller, params }) => {
      await countUse(deps, { ...(await keyOf(caller, params)), cannedReplyId: params.cannedReplyId });
      return undefined;
    }),
  ];
}
