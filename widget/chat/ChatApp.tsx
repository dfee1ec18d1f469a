import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { css } from "../../shared/ui/style/css.ts";
import type { Chat } from "../session/chat.ts";
import { chat } from "../session/state.ts";
import { wording } from "../session/words.ts";
import { ActionsContext } from "./actions.ts";
import { ChatFooter } from "./ChatFooter.tsx";
import { ChatHeader } from "./ChatHeader.tsx";
import { createLater } from "./later.ts";
import { LoadingPicture } from "./LoadingPicture.tsx";
import { Unavailable } from "./Unavailable.tsx";
import { useKeptFocus } from "./useKeptFocus.ts";
import { useKeys } from "./useKeys.ts";
import { useLook } from "./useLook.ts";
import { Welcome } from "./Welcome.tsx";

/** They come at once after the first picture: nobody can have an answer before. */
const announcer = createLater(() => import("./afterFirst.ts").then(({ Announcer }) => Announcer));
const gestures = createLater(() => import("./afterFirst.ts").then(({ Gestures }) => Gestures));
const transcript = createLater(() => import("./afterFirst.ts").then(({ Transcript }) => Transcript));
const historyView = createLater(() => import("./HistoryView.tsx").then(({ HistoryView }) => HistoryView));

/** The visitor's chat: one of its pictures, in the colours of the agent and of the page around it. */
export function ChatApp({ actions }: { actions: Chat }): ReactNode {
  const { configuration, unavailable, isLoading, view, hosted } = useSnapshot(chat);
  const { version } = useSnapshot(wording);
  useLook();
  useKeys(actions);
  useKeptFocus(version);
  const Announcer = announcer.usePart();
  const Gestures = gestures.usePart();
  if (unavailable || !configuration) {
    if (isLoading && !unavailable) return <LoadingPicture />;
    return <Unavailable key={version} reason={unavailable ?? "server"} />;
  }
  return (
    <ActionsContext.Provider value={actions}>
      {/* Words are read while something is drawn: other words draw everything anew. */}
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
        {Gestures && <Gestures />}
        {Announcer && <Announcer />}
      </div>
    </ActionsContext.Provider>
  );
}

function Conversation(): ReactNode {
  const { isLoading, messages, pending, conversation } = useSnapshot(chat);
  const Transcript = transcript.usePart();
  const isEmpty = messages.length === 0 && !pending.some((one) => one.conversation === conversation);
  if (isEmpty) return isLoading ? <LoadingPicture /> : <Welcome />;
  return Transcript ? <Transcript key={conversation} /> : <LoadingPicture />;
}

function History(): ReactNode {
  const View = historyView.usePart();
  return View ? <View /> : <LoadingPicture />;
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
