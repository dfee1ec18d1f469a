import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { safeHref } from "../../shared/ui/safeHref.ts";
import { css } from "../../shared/ui/style/css.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { chat } from "../session/state.ts";
import { ChatComposer } from "./ChatComposer.tsx";
import { createLater } from "./later.ts";
import { LegalLinks } from "./LegalLinks.tsx";
import { leavesMessage } from "./mayWrite.ts";

const endedCard = createLater(() => import("./EndedCard.tsx").then(({ EndedCard }) => EndedCard));
const beforeCard = createLater(() => import("./BeforeCard.tsx").then(({ BeforeCard }) => BeforeCard));

/** Below the conversation: where the visitor writes, or why they can't yet. */
export function ChatFooter(): ReactNode {
  const state = useSnapshot(chat);
  const { consent, signIn, messages, hosted, thread, text, drafts, editing, pending, isAsked } = state;
  /** The ended conversation that the visitor takes up again. */
  const [reopened, setReopened] = useState("");
  const isBefore = isAsked || consent !== "granted" || leavesMessage(state);
  const isFirst = messages.length === 0;
  const hasMore = isBefore || (isFirst && !!state.configuration?.team.isAway);
  const Before = beforeCard.usePart(hasMore);
  // Visitors who are writing, or have just sent something, continue.
  const isWriting = text !== "" || drafts.length > 0 || editing !== null || pending.length > 0;
  const hasEnded = thread?.status === "resolved" && thread.id !== reopened && !isWriting;
  const Ended = endedCard.usePart(hasEnded);
  return (
    <footer className={footer}>
      {signIn ? (
        <p role="status" data-tone="calm">
          {hosted
            ? widgetWords.signInElsewhere
            : signIn === "needed"
              ? widgetWords.signInNeeded
              : widgetWords.sessionEnded}
        </p>
      ) : hasEnded && Ended ? (
        <Ended
          takesFocus={Boolean(document.activeElement?.closest("footer"))}
          onWriteOn={() => setReopened(thread.id)}
        />
      ) : (
        <>
          {hasMore && Before && <Before />}
          {!isBefore && (
            <>
              {isFirst && <ConsentLine />}
              <ChatComposer />
            </>
          )}
        </>
      )}
      {(isFirst || hosted) && <LegalLinks />}
    </footer>
  );
}

/** What the visitor agrees to by writing. */
function ConsentLine(): ReactNode {
  const { configuration } = useSnapshot(chat);
  const { consentText = "", consentUrl } = configuration?.settings ?? {};
  if (!consentText) return null;
  return (
    <p dir="auto" data-tone="small">
      {consentText}{" "}
      {consentUrl && (
        <a href={safeHref(consentUrl)} target="_blank" rel="noopener">
          {widgetWords.learnMore}
        </a>
      )}
    </p>
  );
}

const footer = css`
  display: grid;
  gap: 8px;
  padding-block: 4px max(12px, env(safe-area-inset-bottom));
  padding-inline: max(12px, env(safe-area-inset-left)) max(12px, env(safe-area-inset-right));
  & > * {
    width: 100%;
    max-width: var(--ph-column);
    margin-inline: auto;
  }
  & > p {
    padding: 8px 12px;
    border-radius: min(var(--ph-radius-s), 10px);
    background: var(--ph-warning-soft);
    color: var(--ph-warning-text);
    font-size: var(--ph-text-s);
  }
  & > p[data-tone] {
    background: var(--ph-bubble);
    color: var(--ph-text-2);
  }
  & > p[data-tone="small"] {
    padding: 0 6px;
    background: none;
    color: var(--ph-text-3);
    font-size: var(--ph-text-xs);
  }
  [data-hosted] > & {
    padding-bottom: max(16px, env(safe-area-inset-bottom));
  }
  @media (max-height: 420px) {
    gap: 4px;
    padding-bottom: max(8px, env(safe-area-inset-bottom));
    & textarea {
      max-height: 58px;
    }
  }
`;
