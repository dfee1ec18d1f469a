import {
  createScheduledReply,
  listScheduledReplies,
  removeScheduledReply,
  sendScheduledReply,
  updateScheduledReply,
} from "../../../../shared/contract/conversations/messages/scheduledReplies.ts";
import { handle } from "../../../requests/handle.ts";
import type { MemberCaller, Route } from "../../../requests/handle.ts";
import type { ConversationDeps, ThreadKey } from "../../deps.ts";
import { findThread } from "../../threads/find.ts";
import { presentMessage } from "../present.ts";
import { listReplies, presentReply } from "./rows.ts";
import { cancelReply, changeReply, scheduleReply, sendNow } from "./scheduled.ts";

/** The calls on replies that are sent at a time to come. */
export function createScheduledRoutes(deps: ConversationDeps): Route[] {
  return [
    handle(listScheduledReplies, async ({ caller, params }) => {
      const thread = await findThread(deps.store.db, keyOf(caller, params));
      return { data: (await listReplies(deps.store.db, thread)).map((row) => presentReply(row, deps)) };
    }),

    handle(createScheduledReply, async ({ caller, params, body }) => {
      const reply = { key: keyOf(caller, params), member: caller, ...body.data };
      return { data: presentReply(await scheduleReply(deps, reply), deps) };
    }),

    handle(updateScheduledReply, async ({ caller, params, body }) => {
      const wanted = { key: keyOf(caller, params), member: caller, replyId: params.scheduledReplyId };
      return { data: presentReply(await changeReply(deps, { ...wanted, ...body.data }), deps) };
    }),

    handle(sendScheduledReply, async ({ caller, params }) => {
      const wanted = { key: keyOf(caller, params), replyId: params.scheduledReplyId };
      return { data: presentMessage(await sendNow(deps, wanted), deps) };
    }),

    handle(removeScheduledReply, async ({ caller, params }) => {
      await cancelReply(deps, { key: keyOf(caller, params), replyId: params.scheduledReplyId });
      return undefined;
    }),
  ];
}

function keyOf(caller: MemberCaller, params: { productId: string; threadId: string }): ThreadKey {
  return { organizationId: caller.organizationId, agentId: params.productId, threadId: params.threadId };
}
