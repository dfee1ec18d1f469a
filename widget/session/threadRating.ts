import { toRequestError } from "../../shared/client/requestError.ts";
import { rateThread, type ThreadRating } from "../../shared/contract/conversations/conversations.ts";
import { chat } from "./state.ts";
import type { Tell } from "./tell.ts";
import type { Visitor } from "./visitor.ts";

/**
 * Takes what the visitor thinks of the shown conversation: shown immediately, and taken back where the server does not
 * take it. One goes at a time, so that the last choice is the one that stays.
 */
export function createThreadRating(visitor: Visitor, tell: Tell) {
  let sending = Promise.resolve();
  /** The newest choice for each conversation, and what the server has of it. */
  const choices = new Map<string, { count: number; kept: ThreadRating | null }>();

  function show(threadId: string, rating: ThreadRating | null): void {
    if (chat.thread?.id === threadId) chat.thread.rating = rating;
  }

  return function rate({ score, remark }: { score: number; remark: string }): void {
    const productId = visitor.agentId();
    const { thread } = chat;
    if (!productId || !thread) return;
    const { id: threadId } = thread;
    const choice = choices.get(threadId) ?? { count: 0, kept: thread.rating };
    const count = (choice.count += 1);
    choices.set(threadId, choice);
    const isNewest = (): boolean => choice.count === count;
    chat.notice = "";
    show(threadId, { score, remark, at: Date.now() });
    sending = sending.then(async () => {
      if (!isNewest()) return;
      try {
        const { data } = await visitor.client.call(rateThread, {
          params: { productId, threadId },
          body: { data: { score, remark } },
        });
        choice.kept = data.rating;
        if (isNewest()) show(threadId, data.rating);
        tell.event("rating", { score, ...(remark && { text: remark }) });
      } catch (thrown) {
        if (!isNewest()) return;
        show(threadId, choice.kept);
        tell.refused(toRequestError(thrown));
      }
    });
  };
}
