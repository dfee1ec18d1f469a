import { useRef } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { css } from "../../shared/ui/style/css.ts";
import type { Chat } from "../session/chat.ts";
import { chat } from "../session/state.ts";
import { wording } from "../session/words.ts";
import { ActionsContext } from "./actions.ts";
import { afterFirstPart } from "./afterFirstPart.ts";
import { answersPart } from "./answersPart.ts";
import { ChatFooter } from "./ChatFooter.tsx";
import { ChatHeader } from "./ChatHeader.tsx";
import { historyPart } from "./historyPart.ts";
import { LoadingPicture } from "./LoadingPicture.tsx";
import { useKeptFocus } from "./useKeptFocus.ts";
import { useKeys } from "./useKeys.ts";
import { useLook } from "./useLook.ts";
import { Welcome } from "./Welcome.tsx";

/** The visitor's chat: one of its pictures, in the colors of the agent and of the page around it. */
export function ChatApp({ actions }: { actions: Chat }): ReactNode {
  const { configuration, unavailable, isLoading, view, hosted } = useSnapshot(chat);
  const { version } = useSnapshot(wording);
  useLook();
  useKeys(actions);
  useKeptFocus(version);
  const Rest = afterFirstPart.usePart();
  const isOut = unavailable !== null || !configuration;
  const Answers = answersPart.usePart(isOut);
  if (isOut) {
    if (!Answers || (isLoading && !unavailable)) return <LoadingPicture />;
    return <Answers.Unavailable key={version} reason={unavailable ?? "server"} />;
  }
  return (
    <ActionsContext.Provider value={actions}>
      {/* Words are read while something is drawn: other words redraw everything. */}
      <div key={version} className={app} data-hosted={hosted ? "" : undefined}>
        <ChatHeader />
        {view === "history" ? (
          <History />
        ) : (
          <>
            <Conversation />
            <ChatFooter />
          </>
        )}
        {Rest && <Rest.Gestures />}
        {Rest && <Rest.Announcer />}
      </div>
    </ActionsContext.Provider>
  );
}

function Conversation(): ReactNode {
  const { isLoading, messages, pending, conversation } = useSnapshot(chat);
  const Transcript = afterFirstPart.usePart()?.Transcript;
  const shown = useRef<number>(null);
  const isEmpty = messages.length === 0 && !pending.some((one) => one.conversation === conversation);
  const Answers = answersPart.usePart(!isEmpty);
  if (isEmpty) return isLoading ? <LoadingPicture /> : <Welcome />;
  // A conversation of an earlier visit is shown whole, or what is read would jump; one that begins is shown
  // immediately.
  const isThere = Answers !== null || messages.length === 0 || shown.current === conversation;
  if (!Transcript || !isThere) return <LoadingPicture />;
  shown.current = conversation;
  return <Transcript key={conversation} />;
}

function History(): ReactNode {
  const Part = historyPart.usePart();
  return Part ? <Part.HistoryView /> : <LoadingPicture />;
}

const app = css`
  --ph-column: 760px;
  --ph-bubble-ground: var(--ph-bubble);
  --ph-bubble-line: transparent;
  position: relative;
  display: grid;
  grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr);
  height: var(--ph-viewport, 100dvh);
  overflow: hidden;
  background: var(--ph-surface);
  transition: translate var(--ph-fast);
  @media (prefers-contrast: more) {
    --ph-bubble-line: var(--ph-line-strong);
  }
  &[data-dragged] {
    transition: none;
  }
`;
