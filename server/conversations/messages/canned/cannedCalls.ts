import {
  countCannedReply,
  createCannedReply,
  listCannedReplies,
  removeCannedReply,
  updateCannedReply,
} from "../../../../shared/contract/conversations/messages/cannedReplies.ts";
import { findAgent } from "../../../agents/find.ts";
import { handle } from "../../../requests/handle.ts";
import type { MemberCaller, Route } from "../../../requests/handle.ts";
import { retryOnDuplicate } from "../retryOnDuplicate.ts";
import { presentFiles } from "../../files/attachments.ts";
import { changeCanned, countUse, dropCanned, listCannedRows, makeCanned, presentCanned } from "./canned.ts";
import type { CannedDeps } from "./canned.ts";

/** The calls on canned replies. */
export function createCannedRoutes(deps: CannedDeps): Route[] {
  const { db } = deps.store;
  async function keyOf({ organizationId, userId }: MemberCaller, { productId }: { productId: string }) {
    const agent = await findAgent(db, { organizationId, agentId: productId });
    return { organizationId, agentId: agent.id, userId };
  }
  return [
    handle(listCannedReplies, async ({ caller, params }) => ({
      data: (await listCannedRows(db, await keyOf(caller, params))).map((row) => presentCanned(row, deps)),
    })),

    handle(createCannedReply, async ({ caller, params, body }) => {
      const key = await keyOf(caller, params);
      // Of two who take a name at once, the second finds it taken.
      return { data: presentCanned(await retryOnDuplicate(() => makeCanned(deps, key, body.data)), deps) };
    }),

    handle(updateCannedReply, async ({ caller, params, body }) => {
      const key = { ...(await keyOf(caller, params)), cannedReplyId: params.cannedReplyId };
      return { data: presentCanned(await retryOnDuplicate(() => changeCanned(deps, key, body.data)), deps) };
    }),

    handle(removeCannedReply, async ({ caller, params }) => {
      await dropCanned(deps, { ...(await keyOf(caller, params)), cannedReplyId: params.cannedReplyId });
      return undefined;
    }),

    handle(countCannedReply, async ({ caller, params }) => {
      const key = { ...(await keyOf(caller, params)), cannedReplyId: params.cannedReplyId };
      const copies = await countUse(deps, key);
      return { data: { attachments: presentFiles(caller.organizationId, copies, deps) } };
    }),
  ];
}
