import { tellVisitorTyping, type LiveEvent } from "../../shared/contract/conversations/conversations.ts";
import { typingShownMs, typingToldEveryMs } from "../../shared/domain/limits.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { chat } from "./state.ts";
import type { Visitor } from "./visitor.ts";

/** Typing in both directions: the team's and the visitor's. */
export interface Typing {
  /** The visitor changed what is in the composer. */
  write(): void;
  hear(event: Extract<LiveEvent, { type: "typing" }>): void;
  /** What was being written is there. */
  end(): void;
}

export function createTyping(visitor: Visitor): Typing {
  let toldAt = -typingToldEveryMs;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function end(): void {
    clearTimeout(timer);
    chat.typing = null;
  }

  return {
    write() {
      const productId = visitor.agentId();
      const { thread, text } = chat;
      if (!productId || thread?.handledBy !== "human" || text === "") return;
      if (performance.now() - toldAt < typingToldEveryMs) return;
      toldAt = performance.now();
      const params = { productId, threadId: thread.id };
      // Nothing is lost where it fails.
      void visitor.client.call(tellVisitorTyping, { params }).catch(() => {});
    },
    hear({ threadId, by, name }) {
      if (by !== "team" || threadId !== chat.thread?.id) return;
      clearTimeout(timer);
      chat.typing = name ?? widgetWords.support;
      timer = setTimeout(end, typingShownMs);
    },
    end,
  };
}
