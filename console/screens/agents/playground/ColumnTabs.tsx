import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { css } from "../../../../shared/ui/style/css.ts";
import { playground } from "../../../state/playground/playground.ts";
import { nameModel } from "./describe.ts";

interface ColumnTabsProps {
  own: string;
  shownId: string;
  onShow: (columnId: string) => void;
}

/** On a narrow screen: which model's answers are seen. A wide one shows them all. */
export function ColumnTabs({ own, shownId, onShow }: ColumnTabsProps): ReactNode {
  const { columns } = useSnapshot(playground);
  if (columns.length === 1) return null;
  return (
    <div role="group" aria-label="Answers of" className={frame}>
      {columns.map(({ id, model }) => (
        <button key={id} type="button" aria-pressed={id === shownId} onClick={() => onShow(id)}>
          {nameModel(model ?? own)}
        </button>
      ))}
    </div>
  );
}

const frame = css`
  display: none;
  flex-wrap: wrap;
  gap: 4px;
  padding: 4px;
  border-radius: var(--ph-radius);
  background: var(--ph-sunken);
  & > button {
    flex: 1 1 auto;
    min-width: 0;
    min-height: 40px;
    padding: 6px 8px;
    border: 1px solid transparent;
    border-radius: var(--ph-radius-s);
    background: none;
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    font-weight: 550;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  & > button[aria-pressed="true"] {
    border-color: var(--ph-line-2);
    background: var(--ph-surface);
    color: var(--ph-text);
  }
  @media (max-width: 900px) {
    display: flex;
  }
  @media (pointer: coarse) {
    & > button {
      min-height: 44px;
    }
  }
`;
