import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { css } from "../../../../shared/ui/style/css.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import {
  listChosen,
  threadSelection,
  toggleThread,
} from "../../../state/conversations/inbox/threadSelection.ts";
import { useListed } from "./useListed.ts";

/** The box that chooses a conversation, in the place of the visitor's picture while it is pointed at or some are chosen. */
export function ThreadBox({ id, name }: { id: string; name: string }): ReactNode {
  const selection = useSnapshot(threadSelection);
  const list = useListed();
  const isChosen = listChosen(selection, list).includes(id);
  if (!mayDo("conversations.reply")) return null;
  const isShown = selection.isOn || selection.ids.length > 0;
  return (
    <label className={box} data-shown={isShown ? "" : undefined}>
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={isChosen}
        onChange={(event) => {
          const { nativeEvent } = event;
          const isRange = "shiftKey" in nativeEvent && nativeEvent.shiftKey === true;
          if (list) toggleThread(list, id, { isRange });
        }}
      />
    </label>
  );
}

const box = css`
  position: absolute;
  inset-block-start: 9px;
  inset-inline-start: 8px;
  display: grid;
  place-items: center;
  width: 40px;
  height: 40px;
  border-radius: 50%;
  background: var(--ph-surface);
  opacity: 0;
  cursor: pointer;
  &[data-shown],
  &:hover,
  &:focus-within {
    opacity: 1;
  }
  & > input {
    width: 17px;
    height: 17px;
    margin: 0;
    accent-color: var(--ph-accent);
    cursor: pointer;
  }
  @media (pointer: coarse) {
    &:not([data-shown]) {
      pointer-events: none;
    }
  }
`;
