import {
  removeMessage as removeMessageCall,
  removeThread as removeThreadCall,
} from "../../../../shared/contract/conversations/threads/removals.ts";
import { handle } from "../../../requests/handle.ts";
import type { MemberCaller, Route } from "../../../requests/handle.ts";
import type { ConversationDeps, ThreadKey } from "../../deps.ts";
import { presentMessage } from "../../messages/present.ts";
import type { Writer } from "../../answers/writer.ts";
import { removeMessage } from "./removeMessage.ts";
import { removeThread } from "./removeThread.ts";

/** The calls that delete a message, or a conversation, for good. */
export function createRemovalRoutes(deps: ConversationDeps, writer: Writer): Route[] {
  return [
    handle(removeMessageCall, async ({ caller, params }) => {
      const wanted = { key: keyOf(caller, params), member: caller, messageId: params.messageId };
      return { data: presentMessage(await removeMessage(deps, writer, wanted), deps) };
    }),

    handle(removeThreadCall, async ({ caller, params }) => {
      await removeThread(deps, keyOf(caller, params));
      return undefined;
    }),
  ];
}

function keyOf(caller: MemberCaller, params: { productId: string; threadId: string }): ThreadKey {
  return { organizationId: caller.organizationId, agentId: params.productId, threadId: params.threadId };
}
