import type { ReactNode } from "react";
import { Button } from "../../shared/ui/Button.tsx";
import { css, cx } from "../../shared/ui/style/css.ts";
import { plural } from "../../shared/words/language.ts";
import type { ShortcutGroup } from "../state/shell/shortcuts.ts";
import { barPlace, floatingBar } from "./floatingBar.ts";
import type { Selection } from "./useSelection.ts";
import { useShortcuts } from "./useShortcuts.ts";
import { rowMark, walkRows } from "./walkRows.ts";

interface SelectionBarProps {
  selection: Selection;
  /** What can be done with them, as buttons. */
  children: ReactNode;
}

/** How many rows are chosen and what can be done with them, while some are; brings the key that chooses one. */
export function SelectionBar({ selection, children }: SelectionBarProps): ReactNode {
  const { chosen, isAll, chooseAll, clear } = selection;
  useShortcuts(selectionKeys);
  return (
    <div className={barPlace} role="region" aria-label="Selection" hidden={chosen.length === 0}>
      <div className={cx(floatingBar, inParts)}>
        <p role="status">
          {chosen.length > 0 && plural(chosen.length, { one: "{count} selected", other: "{count} selected" })}
        </p>
        {!isAll && (
          <Button kind="quiet" onClick={chooseAll}>
            Select all
          </Button>
        )}
        <Button kind="quiet" onClick={clear}>
          Clear
        </Button>
        <div>{children}</div>
      </div>
    </div>
  );
}

const inParts = css`
  & > button {
    padding-inline: 10px;
    white-space: nowrap;
  }
  & > div {
    display: flex;
    gap: 8px;
  }
  @media (max-width: 480px) {
    & > p[role],
    & > button[type] {
      flex: 0 1 auto;
    }
    & > p[role] {
      flex-grow: 1;
    }
    & > div {
      flex-basis: 100%;
    }
    & > div > button {
      flex: 1;
      padding-inline: 8px;
    }
  }
`;

const selectionKeys: ShortcutGroup = {
  title: "Selection",
  shortcuts: [{ keys: "x", label: "Select the row", run: selectRow }],
};

/** Chooses the row that has the focus; where none has it, the first one gets it. */
function selectRow(): void {
  const row = document.activeElement?.closest("main tr, main li");
  const box = row?.querySelector<HTMLInputElement>(`input[${rowMark}]`);
  if (box) box.click();
  else walkRows(1);
}
