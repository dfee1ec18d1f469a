import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { toAddress } from "../../shared/client/basePath.ts";
import { AppView } from "../../shared/ui/app/AppView.tsx";
import { Skeleton } from "../../shared/ui/Skeleton.tsx";
import type { OpenedApp } from "../session/chat.ts";
import { sayInCards } from "../session/cardWords.ts";
import { chat } from "../session/state.ts";
import { useActions } from "./actions.ts";
import { Trouble } from "./Trouble.tsx";

/** The app that shows what came of an action. */
export function ActionApp({ actionId }: { actionId: string }): ReactNode {
  const actions = useActions();
  const { language } = useSnapshot(chat);
  const [opened, setOpened] = useState<OpenedApp | null | undefined>(undefined);
  const [tries, setTries] = useState(0);
  const words = sayInCards();
  useEffect(() => {
    setOpened(undefined);
    actions.act(actionId, { onApp: setOpened });
  }, [actions, actionId, tries]);
  if (opened === undefined) return <Skeleton height="160px" />;
  if (opened === null) return <Trouble reason={words.appFailed} onRetry={() => setTries(tries + 1)} />;
  const { callTool } = opened;
  const app = { ...opened.app, url: toAddress(opened.app.url) };
  const say = (text: string): void => actions.act(actionId, { say: text });
  return <AppView app={app} words={words} locale={language} acts={{ callTool, say }} />;
}
