import { useEffect, useEffectEvent, useState } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { ThreadChangeRun } from "../../../../../shared/contract/conversations/inbox/threadChanges.ts";
import { showToast } from "../../../../../shared/ui/toasts.ts";
import { plural } from "../../../../../shared/words/language.ts";
import { walkRows } from "../../../../parts/walkRows.ts";
import type { AgentPlace } from "../../../../state/shell/paths.ts";
import { forgetChange, undoChange } from "../../../../state/conversations/inbox/threadChanges.ts";
import { offerUndo, undo } from "../../../../state/shell/undo.ts";

/**
 * Offers to undo a change of many conversations once it has ended. Gives whether that says all there is to say: one
 * that did what was asked for is forgotten with the bar; reopening the console before that offers it again.
 */
export function useUndoOffer(place: AgentPlace, run: Snapshot<ThreadChangeRun> | null): boolean {
  const { offer } = useSnapshot(undo);
  const [own, setOwn] = useState<typeof offer>(null);
  const { id, isUndo = false, canUndo = false } = run ?? {};
  const isWhole = run?.state === "done" && run.changed + run.unchanged === run.total;
  const isOver = isUndo || (own !== null && offer !== own);

  const begin = useEffectEvent((changeId: string) => {
    const words = { one: "{count} conversation changed", other: "{count} conversations changed" };
    const offered = {
      text: plural(run?.changed ?? 0, words),
      undo: async () => {
        await undoChange(place, changeId);
        return false;
      },
    };
    offerUndo(offered);
    setOwn(offered);
    // Nothing is left where the work was followed: continue in the list.
    if (isWhole && document.activeElement === document.body) walkRows(1);
  });
  const end = useEffectEvent(() => {
    forgetChange(place);
    if (isUndo) showToast("Undone");
  });
  useEffect(() => {
    if (id !== undefined && canUndo) begin(id);
  }, [id, canUndo]);
  useEffect(() => {
    if (isWhole && isOver) end();
  }, [isWhole, isOver]);
  return isWhole && (isUndo || canUndo);
}
