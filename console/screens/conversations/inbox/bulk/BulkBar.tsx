import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { X } from "lucide-react";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { IconButton } from "../../../../../shared/ui/IconButton.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import { plural } from "../../../../../shared/words/language.ts";
import { describeNumber } from "../../../../parts/describeNumber.ts";
import { useKeptFocus } from "../../../../parts/useKeptFocus.ts";
import { useQuery } from "../../../../parts/useQuery.ts";
import { mayDo } from "../../../../state/accounts/organization.ts";
import type { AgentPlace } from "../../../../state/shell/paths.ts";
import { manyChange, readKeptChange } from "../../../../state/conversations/inbox/threadChanges.ts";
import {
  chooseThreads,
  clearSelection,
  listChosen,
  threadSelection,
} from "../../../../state/conversations/inbox/threadSelection.ts";
import type { ThreadView } from "../../../../state/conversations/threads/threads.ts";
import { BulkChangeDialog } from "./BulkChangeDialog.tsx";
import { BulkChangeProgress } from "./BulkChangeProgress.tsx";
import { useListed } from "../useListed.ts";
import { ExportThreads } from "../../exports/ExportThreads.tsx";
import { BulkRemoveDialog } from "./BulkRemoveDialog.tsx";

/** How many conversations are chosen and what can be done with them, and how far what was begun is. */
export function BulkBar({ place, view }: { place: AgentPlace; view: ThreadView }): ReactNode {
  const selection = useSnapshot(threadSelection);
  const list = useListed();
  const search = useQuery().read("q").trim();
  useSnapshot(manyChange);
  const [asked, setAsked] = useState<"change" | "export" | "remove" | null>(null);
  const changeId = readKeptChange(place.agentId);
  const chosen = listChosen(selection, list);
  const total = list?.total ?? 0;
  // All of another list are none of this one.
  const isAll = selection.isAll && selection.of === list?.of;
  const count = isAll ? total : chosen.length;
  const { sort: _, ...filter } = view;
  const of = isAll ? { filter, ...(search && { search }) } : { threadIds: chosen };
  useEffect(() => clearSelection, []);
  return (
    <section {...useKeptFocus()} className={frame} aria-label="Selection">
      {changeId && <BulkChangeProgress key={changeId} place={place} changeId={changeId} />}
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
          <span>
            <Button kind="primary" size="small" disabled={count === 0} onClick={() => setAsked("change")}>
              Change…
            </Button>
            {mayDo("conversations.export") && (
              <Button size="small" disabled={count === 0} onClick={() => setAsked("export")}>
                Export…
              </Button>
            )}
            {mayDo("contacts.erase") && (
              <Button size="small" disabled={count === 0} onClick={() => setAsked("remove")}>
                Delete…
              </Button>
            )}
          </span>
        </div>
      )}
      {asked === "change" && (
        <BulkChangeDialog place={place} count={count} of={of} onClose={() => setAsked(null)} />
      )}
      {asked === "remove" && (
        <BulkRemoveDialog place={place} count={count} of={of} onClose={() => setAsked(null)} />
      )}
      {asked === "export" && (
        <ExportThreads
          place={place}
          view={view}
          threadIds={isAll ? undefined : chosen}
          onClose={() => setAsked(null)}
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
/** What is chosen and what can be done with it, below one another where there is no room. */
const bar = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px 6px;
  padding: 8px 16px 10px;
  & > p {
    font-size: var(--ph-text-s);
    font-weight: 550;
    font-variant-numeric: tabular-nums;
  }
  /* Without their own room, so that they are in one line, or begin where the others do. */
  & > button {
    margin-inline-start: -12px;
    white-space: nowrap;
  }
  & > span {
    display: flex;
    gap: 6px;
    margin-inline-start: auto;
    white-space: nowrap;
  }
`;
