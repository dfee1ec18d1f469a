import { keepAddresses, type AddressKeeper } from "../../shared/client/keepAddresses.ts";
import { listVisitorMessages } from "../../shared/contract/conversations/conversations.ts";
import { chat } from "./state.ts";
import type { Visitor } from "./visitor.ts";

/** Keeps the addresses of the shown conversation's files good: they end within minutes, and a chat stays open for hours. */
export function createFileAddresses(visitor: Visitor): AddressKeeper {
  return keepAddresses({
    list: () => chat.messages,
    isLookedAt: () => chat.isOpen && chat.isInView && !document.hidden,
    async read({ threadId, position }) {
      const params = { productId: visitor.agentId() ?? "", threadId };
      const query = { before: position + 1 };
      return (await visitor.client.call(listVisitorMessages, { params, query })).items;
    },
  });
}
