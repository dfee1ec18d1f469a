import { toRequestError } from "../../shared/client/requestError.ts";
import { sendFeedback, type Feedback } from "../../shared/contract/conversations/conversations.ts";
import { chat } from "./state.ts";
import { putMessage } from "./thread.ts";
import type { Tell } from "./tell.ts";
import type { Visitor } from "./visitor.ts";

/** Takes what the visitor thinks of an answer: shown immediately, and taken back where the server does not take it. */
export function createRating(visitor: Visitor, tell: Tell) {
  /** The newest choice for each answer counts, whenever the others are answered. */
  const choices = new Map<string, number>();

  return async function rate(messageId: string, feedback: Feedback | null): Promise<void> {
    const productId = visitor.agentId();
    const message = chat.messages.find(({ id }) => id === messageId);
    if (!productId || !message) return;
    const choice = (choices.get(messageId) ?? 0) + 1;
    choices.set(messageId, choice);
    const { threadId, feedback: before } = message;
    message.feedback = feedback;
    const { value, reason, text } = feedback ?? { value: null, reason: null, text: "" };
    try {
      const { data } = await visitor.client.call(sendFeedback, {
        params: { productId, threadId, messageId },
        body: { data: { value, reason, text } },
      });
      if (choices.get(messageId) === choice) putMessage(data);
      tell.event("feedback", { messageId, value, reason, text });
    } catch (thrown) {
      if (choices.get(messageId) !== choice) return;
      const shown = chat.messages.find(({ id }) => id === messageId);
      if (shown) shown.feedback = before;
      tell.refused(toRequestError(thrown));
    }
  };
}
