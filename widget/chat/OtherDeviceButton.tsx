import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Avatar } from "../../shared/ui/Avatar.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { plural } from "../../shared/words/language.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { chat } from "../session/state.ts";
import { useActions } from "./actions.ts";

/** Leads to what a person wrote in another conversation, which would go unseen behind this one. */
export function OtherDeviceButton(): ReactNode {
  const [thread] = useSnapshot(chat).elsewhere;
  const actions = useActions();
  if (!thread) return null;
  const { id, assigneeName, title, unread } = thread;
  const name = assigneeName ?? title;
  return (
    <button type="button" className={pill} onClick={() => void actions.openConversation(id)}>
      <span aria-hidden="true">
        <Avatar name={name} size={24} />
      </span>
      <b dir="auto">{name}</b>
      <span>{plural(unread, widgetWords.unread)}</span>
    </button>
  );
}

const pill = css`
  position: absolute;
  z-index: 1;
  top: 10px;
  left: 50%;
  display: flex;
  align-items: center;
  gap: 8px;
  max-width: calc(100% - 24px);
  min-height: 36px;
  padding-block: 4px;
  padding-inline: 6px 14px;
  border: 1px solid var(--ph-line-2);
  border-radius: 99px;
  background: var(--ph-raised);
  box-shadow: var(--ph-shadow-2);
  font-size: var(--ph-text-s);
  white-space: nowrap;
  cursor: pointer;
  translate: -50% 0;
  & > b {
    overflow: hidden;
    font-weight: 600;
    text-overflow: ellipsis;
  }
  & > b + span {
    flex: none;
    color: var(--ph-accent-text);
    font-weight: 600;
  }
  @media (pointer: coarse) {
    min-height: 44px;
  }
`;
