import { toRequestError } from "../../shared/client/requestError.ts";
import type { HistoryActions } from "./history.ts";
import type { LateListeners } from "./page.ts";
import { chat, showNoThread } from "./state.ts";
import type { Tell } from "./tell.ts";

/** What the chat shows: the greeting, a conversation, or the list of all. */
export function createViews(history: () => Promise<HistoryActions>, tell: Tell) {
  /** What the page asks for next is about the conversation that it just had opened. */
  let opening: Promise<void> = Promise.resolve();

  const onHistory = (work: (part: HistoryActions) => Promise<void>) =>
    history()
      .then(work)
      .catch((thrown: unknown) => tell.refused(toRequestError(thrown)));

  function showHistory(): void {
    chat.view = "history";
    void onHistory((part) => part.show());
  }

  /** The greeting with its suggestions; what was shown stays among the conversations. */
  function showHome(): void {
    if (chat.messages.length > 0 || chat.pending.length > 0) showNoThread();
    chat.view = "chat";
  }

  function openConversation(threadId: string): Promise<void> {
    return (opening = onHistory((part) => part.open(threadId)));
  }

  return {
    showHistory,
    openConversation,
    loadHistory: () => onHistory((part) => part.load()),
    /** Settles once the conversation that was asked for last is open. */
    opened: () => opening,
    show(view: Parameters<LateListeners["view"]>[0]): void {
      if (view === "history") showHistory();
      else if (view === "home") showHome();
      else if (view === "chat") chat.view = "chat";
      else void openConversation(view.conversation);
    },
  };
}
