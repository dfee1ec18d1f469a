import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { toRequestError } from "../../../../shared/client/requestError.ts";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { conversation } from "../../../state/conversations/threads/conversation.ts";
import type { ThreadPlace } from "../../../state/conversations/threads/conversation.ts";
import { openMessage } from "../../../state/conversations/messages/messageWindow.ts";

const markedMs = 2500;

/** Leads to the message that the address names, once its conversation is there, and marks it for a moment. */
export function FoundMessage({ place, messageId }: { place: ThreadPlace; messageId: string }): null {
  const { orgId, agentId, threadId } = place;
  const state = useSnapshot(conversation);
  const isReady = state.threadId === threadId && state.status === "ready";
  useEffect(() => () => void (conversation.ledTo = ""), [threadId, messageId]);
  useEffect(() => {
    // A reader who was led there continues anywhere, also after a lost connection.
    if (!isReady || conversation.ledTo === messageId) return undefined;
    const ending = new AbortController();
    openMessage({ orgId, agentId, threadId }, messageId)
      .then(() => showOnceDrawn(messageId, ending.signal))
      .catch((thrown: unknown) => {
        if (ending.signal.aborted) return;
        conversation.ledTo = messageId;
        const error = toRequestError(thrown);
        showToast(error.code === "not_found" ? "This message no longer exists" : error.message);
      });
    return () => ending.abort();
  }, [isReady, orgId, agentId, threadId, messageId]);
  return null;
}

/** The messages are drawn when what draws them was loaded. */
function showOnceDrawn(messageId: string, signal: AbortSignal): void {
  if (signal.aborted) return;
  const look = () => {
    const found = [...document.querySelectorAll<HTMLElement>("[data-message]")].find(
      ({ dataset }) => dataset["message"] === messageId,
    );
    if (!found) return;
    observer.disconnect();
    mark(found, signal);
    conversation.ledTo = messageId;
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  signal.addEventListener("abort", () => observer.disconnect());
  look();
}

function mark(found: HTMLElement, signal: AbortSignal): void {
  found.scrollIntoView({ block: "center" });
  // The browser tells the list a moment later, in which what is drawn would take it back to its end.
  found.closest("[role=log]")?.dispatchEvent(new Event("scroll"));
  found.classList.add(...marked.split(" "));
  const unmark = () => {
    clearTimeout(timer);
    found.classList.remove(...marked.split(" "));
  };
  const timer = setTimeout(unmark, markedMs);
  signal.addEventListener("abort", unmark);
}

const marked = css`
  border-radius: var(--ph-radius);
  outline: 2px solid var(--ph-accent);
  outline-offset: 5px;
  background: var(--ph-accent-soft);
`;
