import type { ReactNode } from "react";
import { css } from "../../shared/ui/style/css.ts";
import type { Selection } from "./useSelection.ts";
import { rowMark } from "./walkRows.ts";

interface SelectBoxProps {
  id: string;
  /** What the row is called. */
  name: string;
  /** Null where this row can't be chosen: its place stays empty, so that the rows are in line. */
  selection: Selection | null;
}

/** The box that chooses a row; `j` and `k` go from one to the next. */
export function SelectBox({ id, name, selection }: SelectBoxProps): ReactNode {
  if (!selection) return <span className={target} />;
  return (
    <label className={target}>
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={selection.has(id)}
        onChange={() => selection.toggle(id)}
        {...{ [rowMark]: "" }}
      />
    </label>
  );
}

const target = css`
  display: grid;
  place-items: center;
  flex: none;
  width: 28px;
  height: 28px;
  margin-inline: -6px;
  & > input {
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: var(--ph-accent);
    cursor: pointer;
  }
  @media (pointer: coarse) {
    width: 44px;
    height: 44px;
    margin-inline: -14px;
  }
`;
