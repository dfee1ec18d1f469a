import { Suspense, lazy } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { AgentPlace } from "../../state/paths.ts";
import { manyChange, readKeptChange } from "../../state/threadChanges.ts";
import { threadSelection } from "../../state/threadSelection.ts";
import type { ThreadView } from "../../state/threads.ts";

/** Seldom, and heavy beside a line of keys. */
const ManyBar = lazy(() => import("./ManyBar.tsx"));

/** Below the list: what can be done with the conversations that are chosen, else the keys. */
export default function ListFoot({ place, view }: { place: AgentPlace; view: ThreadView }): ReactNode {
  const selection = useSnapshot(threadSelection);
  useSnapshot(manyChange);
  const isChanging = readKeptChange(place.agentId) !== null;
  if (selection.isOn || selection.ids.length > 0 || isChanging) {
    return (
      <Suspense fallback={<footer />}>
        <ManyBar place={place} view={view} />
      </Suspense>
    );
  }
  return (
    <footer aria-hidden="true">
      <kbd>j</kbd> <kbd>k</kbd> move · <kbd>Enter</kbd> open · <kbd>x</kbd> select · <kbd>r</kbd> reply
    </footer>
  );
}
