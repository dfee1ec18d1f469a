import { useEffect, useLayoutEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { css } from "../../shared/ui/style/css.ts";
import { applyTheme } from "../../shared/ui/style/theme.ts";
import { chat } from "../session/state.ts";
import type { Chat } from "../session/chat.ts";
import { ActionsContext } from "./actions.ts";
import { Announcer } from "./Announcer.tsx";
import { ChatComposer } from "./ChatComposer.tsx";
import { ChatHeader } from "./ChatHeader.tsx";
import { createLater } from "./later.ts";
import { LoadingPicture } from "./LoadingPicture.tsx";
import { Unavailable } from "./Unavailable.tsx";
import { Welcome } from "./Welcome.tsx";

/** Comes at once after the first picture, with all that draws an answer: nobody can have one before. */
const transcript = createLater(() => import("./Transcript.tsx").then(({ Transcript }) => Transcript));

/** The visitor's chat: one of its pictures, in the colours of the agent and of the page around it. */
export function ChatApp({ actions }: { actions: Chat }): ReactNode {
  const { configuration, unavailable, isLoading, messages, pending, conversation } = useSnapshot(chat);
  const Transcript = transcript.usePart();
  useTheme();
  useKeys(actions);
  if (unavailable || !configuration) {
    return isLoading && !unavailable ? <LoadingPicture /> : <Unavailable reason={unavailable ?? "server"} />;
  }
  const isEmpty = messages.length === 0 && !pending.some((one) => one.conversation === conversation);
  return (
    <ActionsContext.Provider value={actions}>
      <div className={app}>
        <ChatHeader />
        {isEmpty && !isLoading && <Welcome />}
        {!isEmpty && Transcript && <Transcript key={conversation} />}
        {isEmpty ? isLoading && <LoadingPicture /> : !Transcript && <LoadingPicture />}
        <ChatComposer />
        <Announcer />
      </div>
    </ActionsContext.Provider>
  );
}

/** What the page around the frame wants of the looks stands above what Deploy says. */
function useTheme(): void {
  const { configuration, look } = useSnapshot(chat);
  useLayoutEffect(() => {
    const settings = configuration?.settings;
    applyTheme(document.documentElement, {
      scheme: look.scheme ?? settings?.scheme ?? "auto",
      primary: look.primary ?? settings?.primary,
      radius: settings?.radius,
    });
  }, [configuration, look]);
}

/** Escape closes the panel, unless a dialog inside takes it for itself; F6 goes to the page. */
function useKeys(actions: Chat): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      const isTaken = event.defaultPrevented || document.querySelector("dialog[open]") !== null;
      if (isTaken || !chat.isClosable) return;
      if (event.key === "Escape") actions.close();
      if (event.key === "F6") actions.leave();
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, [actions]);
}

const app = css`
  display: grid;
  grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr);
  height: 100dvh;
  overflow: hidden;
  background: var(--ph-canvas);
`;
