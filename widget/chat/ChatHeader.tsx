import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Icon } from "../../shared/ui/Icon.tsx";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { close, newChat } from "../../shared/ui/iconPaths.ts";
import { css } from "../../shared/ui/style/css.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { chat } from "../session/state.ts";
import { useActions } from "./actions.ts";
import { AgentMark } from "./AgentMark.tsx";

/** Who answers here, and the two things that concern the whole conversation. */
export function ChatHeader(): ReactNode {
  const { configuration, isClosable, messages } = useSnapshot(chat);
  const actions = useActions();
  if (!configuration) return null;
  const { settings, icon, preview } = configuration;
  return (
    <header className={header}>
      <AgentMark icon={icon} />
      <div>
        <h1 dir="auto">
          {settings.title}
          {preview && <small>{widgetWords.preview}</small>}
        </h1>
        {settings.subtitle && <p dir="auto">{settings.subtitle}</p>}
      </div>
      {messages.length > 0 && (
        <IconButton label={widgetWords.newConversation} size="small" onClick={() => actions.startNew()}>
          <Icon path={newChat} />
        </IconButton>
      )}
      {isClosable && (
        <IconButton label={widgetWords.close} size="small" onClick={() => actions.close()}>
          <Icon path={close} />
        </IconButton>
      )}
    </header>
  );
}

const header = css`
  display: flex;
  align-items: center;
  gap: 4px;
  min-height: 64px;
  padding: 8px 10px 8px 16px;
  padding-top: max(8px, env(safe-area-inset-top));
  border-bottom: 1px solid var(--ph-line);
  background: var(--ph-surface);
  & > div {
    flex: 1;
    min-width: 0;
    padding-inline: 8px;
  }
  & h1 {
    display: flex;
    align-items: center;
    gap: 8px;
    overflow: hidden;
    font-size: 0.9375rem;
    font-weight: 650;
    line-height: 1.3;
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
    overflow: hidden;
    color: var(--ph-text-3);
    font-size: var(--ph-text-s);
    line-height: 1.35;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  @media (max-height: 420px) {
    min-height: 44px;
    padding-block: 1px;
    & p {
      display: none;
    }
  }
  @media (max-width: 319px) {
    & > div > * {
      display: none;
    }
  }
  @media (pointer: coarse) {
    & button {
      width: 44px;
      height: 44px;
    }
  }
`;
