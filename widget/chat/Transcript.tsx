import { useRef } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Icon } from "../../shared/ui/Icon.tsx";
import { chevronDown } from "../../shared/ui/iconPaths.ts";
import { Spinner } from "../../shared/ui/Spinner.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { plural } from "../../shared/words/language.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { chat } from "../session/state.ts";
import { answersPart } from "./answersPart.ts";
import { Awaited } from "./Awaited.tsx";
import { ConfigurationContext, useOwnConfiguration } from "./configuration.ts";
import { findEditable } from "./findEditable.ts";
import { historyPart } from "./historyPart.ts";
import { MessageView } from "./MessageView.tsx";
import { PendingView } from "./PendingView.tsx";
import { useMessages } from "./useMessages.ts";
import { useScroll } from "./useScroll.ts";

/** The conversation. Screen readers walk through it; what is new is said by the announcer, not by the list. */
export function Transcript(): ReactNode {
  const { pending, conversation, thread, editing, elsewhere } = useSnapshot(chat);
  const messages = useMessages();
  const configuration = useOwnConfiguration();
  const Answers = answersPart.usePart();
  const Others = historyPart.usePart(elsewhere.length > 0);
  const box = useRef<HTMLDivElement>(null);
  const { isAtEnd, missed, isLoadingOlder, handleScroll, scrollToEnd } = useScroll(box);
  const hasPeople = messages.some(({ role }) => role === "support");
  const lastOwn = messages.findLast(({ role }) => role === "user");
  const editable = editing === null ? findEditable({ messages, thread, pending }) : null;
  const own = pending.filter((one) => one.conversation === conversation);
  return (
    <main className={frame}>
      <div
        ref={box}
        className={scroller}
        role="log"
        aria-live="off"
        aria-label={widgetWords.conversation}
        tabIndex={0}
        onScroll={handleScroll}
      >
        <div>
          <div>
            <ConfigurationContext.Provider value={configuration}>
              {messages.map((message, index) => (
                <MessageView
                  key={message.id}
                  message={message}
                  hasPeople={hasPeople}
                  isFirstOfGroup={authorOf(messages[index - 1]) !== authorOf(message)}
                  isLast={index === messages.length - 1 && own.length === 0}
                  isEditable={message.id === editable}
                  isRead={
                    thread?.handledBy === "human" &&
                    message === lastOwn &&
                    message.position < thread.teamReadTo
                  }
                />
              ))}
            </ConfigurationContext.Provider>
            {own.map((one) => (
              <PendingView key={one.clientId} pending={one} />
            ))}
          </div>
          <Awaited />
          {Answers && <Answers.TypingLine />}
          {Answers && <Answers.WaitingCard />}
          {Answers && <Answers.FollowUps />}
        </div>
      </div>
      {Others && <Others.OtherDeviceButton />}
      {isLoadingOlder && (
        <div className={older}>
          <Spinner label={widgetWords.loading} />
        </div>
      )}
      {!isAtEnd && (
        <button type="button" className={pill} onClick={scrollToEnd}>
          <Icon path={chevronDown} size={1.1} />
          {missed > 0 ? plural(missed, widgetWords.newMessages) : widgetWords.latest}
        </button>
      )}
    </main>
  );
}

interface Authored {
  role: string;
  kind: string;
  author: { readonly name: string } | null;
}

function authorOf(message: Authored | undefined): string {
  return message ? `${message.kind} ${message.role} ${message.author?.name ?? ""}` : "";
}

const frame = css`
  position: relative;
  display: grid;
  min-height: 0;
`;
const scroller = css`
  overflow-y: auto;
  overflow-anchor: none;
  overscroll-behavior: contain;
  scrollbar-width: thin;
  scrollbar-color: var(--ph-line-2) transparent;
  font-size: var(--ph-talk);
  &:focus-visible {
    outline-offset: -2px;
  }
  & > div {
    display: flex;
    flex-direction: column;
    max-width: calc(var(--ph-column) + 32px);
    min-height: 100%;
    margin-inline: auto;
    padding: 16px 16px 12px;
  }
  & > div > :first-child {
    margin-top: auto;
  }
  /* Blocks, and not items of a flexible box, which would all be measured for each new word. */
  & > div > div:first-child > :not(:first-child) {
    margin-top: 4px;
  }
  @media (max-height: 420px) {
    & > div {
      padding-block: 10px 8px;
    }
  }
`;
/** Above the messages and not among them, so that nothing moves. */
const older = css`
  position: absolute;
  top: 8px;
  left: 50%;
  color: var(--ph-text-3);
  translate: -50% 0;
`;
const pill = css`
  position: absolute;
  bottom: 10px;
  left: 50%;
  display: flex;
  align-items: center;
  gap: 6px;
  min-height: 32px;
  padding: 4px 14px 4px 10px;
  border: 1px solid var(--ph-line-2);
  border-radius: 99px;
  background: var(--ph-raised);
  box-shadow: var(--ph-shadow-2);
  color: var(--ph-accent-text);
  font-size: var(--ph-text-s);
  font-weight: 600;
  white-space: nowrap;
  cursor: pointer;
  translate: -50% 0;
  @media (pointer: coarse) {
    min-height: 44px;
  }
`;
