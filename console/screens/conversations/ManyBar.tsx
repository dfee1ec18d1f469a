import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { X } from "lucide-react";
import { Button } from "../../../shared/ui/Button.tsx";
import { IconButton } from "../../../shared/ui/IconButton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { plural } from "../../../shared/words/language.ts";
import { describeNumber } from "../../parts/describeNumber.ts";
import { useKeptFocus } from "../../parts/useKeptFocus.ts";
import { useQuery } from "../../parts/useQuery.ts";
import type { AgentPlace } from "../../state/paths.ts";
import { manyChange, readKeptChange } from "../../state/threadChanges.ts";
import { chooseThreads, clearSelection, listChosen, threadSelection } from "../../state/threadSelection.ts";
import type { ThreadView } from "../../state/threads.ts";
import { ManyDialog } from "./ManyDialog.tsx";
import { ManyProgress } from "./ManyProgress.tsx";
import { useListed } from "./useListed.ts";

/** How many conversations are chosen and what can be done with them, and how far what was begun is. */
export default function ManyBar({ place, view }: { place: AgentPlace; view: ThreadView }): ReactNode {
  const selection = useSnapshot(threadSelection);
  const list = useListed();
  const search = useQuery().read("q").trim();
  useSnapshot(manyChange);
  const [isAsked, setAsked] = useState(false);
  const changeId = readKeptChange(place.agentId);
  const chosen = listChosen(selection, list);
  const total = list?.total ?? 0;
  // All of another list are none of this one.
  const isAll = selection.isAll && selection.of === list?.of;
  const count = isAll ? total : chosen.length;
  const { sort: _, ...filter } = view;
  useEffect(() => clearSelection, []);
  return (
    <section {...useKeptFocus()} className={frame} aria-label="Selection">
      {changeId && <ManyProgress key={changeId} place={place} changeId={changeId} />}
      {(selection.isOn || count > 0) && (
        <div className={bar}>
          <p role="status">
            {count === 0
              ? "Nothing selected"
              : plural(count, { one: "{count} selected", other: "{count} selected" })}
          </p>
          <IconButton label="Clear the selection" size="small" onClick={clearSelection}>
            <X size={16} aria-hidden />
          </IconButton>
          {list && count < total && (
            <Button kind="quiet" size="small" onClick={() => chooseThreads(list, true)}>
              Select all {describeNumber(total)} that match
            </Button>
          )}
          <Button kind="primary" size="small" disabled={count === 0} onClick={() => setAsked(true)}>
            Change…
          </Button>
        </div>
      )}
      {isAsked && (
        <ManyDialog
          place={place}
          count={count}
          of={isAll ? { filter, ...(search && { search }) } : { threadIds: chosen }}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  );
}

const frame = css`
  anchor-name: --ph-foot;
  display: grid;
  border-top: 1px solid var(--ph-line);
  background: var(--ph-raised);
  &:empty {
    display: none;
  }
`;
/** What is chosen, and below it what can be done. */
const bar = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: 2px 6px;
  padding: 8px 10px 10px 16px;
  & > p {
    font-size: var(--ph-text-s);
    font-weight: 550;
    font-variant-numeric: tabular-nums;
  }
  & > button {
    justify-self: end;
    white-space: nowrap;
  }
  & > button:nth-child(3) {
    justify-self: start;
    margin-inline-start: -10px;
  }
  & > button:last-child {
    grid-column: 2;
    justify-self: end;
    margin: 0;
  }
  /* One line below a table. */
  @container list (min-width: 641px) {
    grid-template-columns: repeat(3, auto) minmax(0, 1fr);
    & > button:nth-child(3) {
      margin: 0;
    }
    & > button:last-child {
      grid-column: auto;
    }
  }
`;
