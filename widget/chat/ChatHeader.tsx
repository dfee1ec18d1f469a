import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Icon } from "../../shared/ui/Icon.tsx";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { close } from "../../shared/ui/firstIconPaths.ts";
import { css } from "../../shared/ui/style/css.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { chat } from "../session/state.ts";
import { useActions } from "./actions.ts";
import { afterFirstPart } from "./afterFirstPart.ts";
import { AgentMark } from "./AgentMark.tsx";
import { answersPart } from "./answersPart.ts";
import { mayWrite } from "./mayWrite.ts";
import { historyPart } from "./historyPart.ts";
import { MoreButton } from "./MoreButton.tsx";

/** Whether the agent or a person answers here, and what concerns the whole conversation. */
export function ChatHeader(): ReactNode {
  const state = useSnapshot(chat);
  const { configuration, isClosable, view } = state;
  const actions = useActions();
  const Rest = afterFirstPart.usePart();
  const Title = historyPart.usePart(view === "history")?.HistoryTitle;
  if (!configuration) return null;
  return (
    <header className={header}>
      {view === "history" ? Title && <Title /> : <AgentTitle />}
      {view === "chat" && mayWrite(state) && <MoreButton />}
      {Rest && <Rest.CallPlace />}
      {isClosable && (
        <IconButton label={widgetWords.close} size="small" onClick={() => actions.close()}>
          <Icon path={close} />
        </IconButton>
      )}
    </header>
  );
}

function AgentTitle(): ReactNode {
  const { configuration, thread, isDevelopment, hosted } = useSnapshot(chat);
  const person = thread?.handledBy === "human" ? thread.assigneeName : null;
  const PersonMark = answersPart.usePart(person !== null)?.PersonMark;
  if (!configuration) return null;
  const { settings, icon, preview } = configuration;
  const title = hosted?.title || settings.title;
  const subtitle = person ? title : settings.subtitle;
  return (
    <>
      {person && PersonMark ? <PersonMark name={person} /> : <AgentMark icon={icon} />}
      <div data-name="">
        <h1>
          <span dir="auto">{person ?? title}</span>
          {preview && <small>{widgetWords.preview}</small>}
          {isDevelopment && <small>{widgetWords.development}</small>}
        </h1>
        {subtitle && <p dir="auto">{subtitle}</p>}
      </div>
    </>
  );
}

const header = css`
  position: relative;
  z-index: 2;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px;
  min-height: 64px;
  padding-block: max(8px, env(safe-area-inset-top)) 8px;
  padding-inline: max(16px, env(safe-area-inset-left)) max(10px, env(safe-area-inset-right));
  border-bottom: 1px solid var(--ph-line);
  background: var(--ph-surface);
  & > [data-name] {
    flex: 1;
    min-width: 0;
    padding-inline: 10px 6px;
  }
  & h1 {
    display: flex;
    align-items: center;
    gap: 8px;
    font-size: 0.9375rem;
    font-weight: 650;
    line-height: 1.3;
    outline: 0;
  }
  & h1 > span,
  & p {
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  & small {
    flex: none;
    padding: 1px 7px;
    border-radius: 99px;
    background: var(--ph-warning-soft);
    color: var(--ph-warning-text);
    font-size: 0.6875rem;
    font-weight: 600;
  }
  & p {
    color: var(--ph-text-3);
    font-size: var(--ph-text-s);
    line-height: 1.35;
  }
  & > [data-turns] {
    margin-inline-start: -8px;
  }
  [dir="rtl"] & > [data-turns] svg {
    scale: -1 1;
  }
  [data-hosted] > & {
    padding-inline: max(16px, 50% - var(--ph-column) / 2);
  }
  @media (max-height: 420px) {
    min-height: 44px;
    padding-block: 1px;
    & p {
      display: none;
    }
  }
  @media (max-width: 319px) {
    & > [data-name] > * {
      display: none;
    }
  }
  @media (pointer: coarse) {
    touch-action: pan-x pinch-zoom;
    & button {
      width: 44px;
      height: 44px;
    }
  }
`;
