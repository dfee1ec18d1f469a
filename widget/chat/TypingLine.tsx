import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Avatar } from "../../shared/ui/Avatar.tsx";
import { TypingDots } from "../../shared/ui/TypingDots.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { fill } from "../../shared/words/language.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { chat } from "../session/state.ts";

/** The members who are writing now. */
export function TypingLine(): ReactNode {
  const { typing, thread } = useSnapshot(chat);
  if (typing === null || thread?.status === "resolved") return null;
  const name = typing || widgetWords.support;
  return (
    <p className={line} role="status">
      <span aria-hidden="true">
        <Avatar name={name} size={28} />
      </span>
      <TypingDots />
      {fill(widgetWords.isTyping, { name })}
    </p>
  );
}

const line = css`
  display: flex;
  align-items: center;
  gap: 10px;
  margin-top: 10px;
  color: var(--ph-text-3);
  font-size: var(--ph-text-s);
  & > span {
    display: inline-flex;
  }
`;
