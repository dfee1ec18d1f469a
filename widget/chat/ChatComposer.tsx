import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Composer } from "../../shared/ui/Composer.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { chat } from "../session/state.ts";
import { useActions } from "./actions.ts";

/** Where the visitor writes; offline too, then it says so. */
export function ChatComposer(): ReactNode {
  const { configuration, messages, isOnline } = useSnapshot(chat);
  const actions = useActions();
  const [text, setText] = useState("");
  const handleSend = (content: string): void => {
    setText("");
    actions.send(content);
  };
  return (
    <footer className={footer}>
      {!isOnline && <p role="status">{widgetWords.offline}</p>}
      <Composer
        value={text}
        onChange={setText}
        onSend={handleSend}
        isAnswering={messages.some(({ status }) => status === "streaming")}
        onStop={actions.stop}
        placeholder={configuration?.settings.placeholder || widgetWords.placeholder}
      />
    </footer>
  );
}

const footer = css`
  display: grid;
  gap: 8px;
  padding: 4px 12px 12px;
  padding-bottom: max(12px, env(safe-area-inset-bottom));
  & > p {
    padding: 6px 10px;
    border-radius: var(--ph-radius-s);
    background: var(--ph-warning-soft);
    color: var(--ph-warning-text);
    font-size: var(--ph-text-s);
  }
  @media (max-height: 420px) {
    padding-bottom: max(8px, env(safe-area-inset-bottom));
    & textarea {
      max-height: 58px;
    }
  }
`;
