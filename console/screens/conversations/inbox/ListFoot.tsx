import { Suspense } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { css } from "../../../../shared/ui/style/css.ts";
import { allAgents } from "../../../state/shell/paths.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { manyChange, readKeptChange } from "../../../state/conversations/inbox/threadChanges.ts";
import { threadSelection } from "../../../state/conversations/inbox/threadSelection.ts";
import type { ThreadView } from "../../../state/conversations/threads/threads.ts";
import { BulkBar } from "./overlays.ts";

interface ListFootProps {
  place: AgentPlace;
  view: ThreadView;
  /** The table has a foot of its own, and the keys are in the sheet of all keys. */
  isTable: boolean;
}

/** Below the list: what can be done with the conversations that are chosen, else the keys. */
export function ListFoot({ place, view, isTable }: ListFootProps): ReactNode {
  const selection = useSnapshot(threadSelection);
  useSnapshot(manyChange);
  const isChanging = readKeptChange(place.agentId) !== null;
  if (selection.isOn || selection.ids.length > 0 || isChanging) {
    return (
      <Suspense>
        <BulkBar place={place} view={view} />
      </Suspense>
    );
  }
  if (isTable) return null;
  return (
    <footer aria-hidden="true" className={keys}>
      <kbd>j</kbd> <kbd>k</kbd> move · <kbd>Enter</kbd> open
      {place.agentId !== allAgents && (
        <>
          {" "}
          · <kbd>x</kbd> select
        </>
      )}{" "}
      · <kbd>r</kbd> reply
    </footer>
  );
}

const keys = css`
  padding: 8px 16px;
  border-top: 1px solid var(--ph-line);
  font-size: var(--ph-text-xs);
  color: var(--ph-text-3);
  @media (pointer: coarse), (max-width: 768px) {
    display: none;
  }
  & > kbd {
    padding: 0 4px;
    border: 1px solid var(--ph-line-2);
    border-radius: 4px;
    font: inherit;
  }
`;
