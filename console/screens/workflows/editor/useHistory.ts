import { useEffect, useRef, useState } from "react";
import type { WorkflowDraft } from "../../../state/workflows/workflows.ts";

interface HistoryOptions {
  typed: WorkflowDraft;
  onChange: (part: Partial<WorkflowDraft>) => void;
}

interface History {
  /** Changes the draft. What is typed in one field, with the same `key`, is undone together. */
  change: (part: Partial<WorkflowDraft>, key?: string) => void;
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;
}

const mostSteps = 200;

/** Every change of a workflow can be undone and done again. */
export function useHistory({ typed, onChange }: HistoryOptions): History {
  const [past, setPast] = useState<readonly WorkflowDraft[]>([]);
  const [future, setFuture] = useState<readonly WorkflowDraft[]>([]);
  const lastKey = useRef<string | undefined>(undefined);
  // Two changes may come before the next drawing, and the second one begins with the first.
  const newest = useRef(typed);
  useEffect(() => void (newest.current = typed), [typed]);

  const go = (to: WorkflowDraft) => {
    lastKey.current = undefined;
    newest.current = to;
    onChange(to);
  };
  return {
    change: (part, key) => {
      const before = newest.current;
      if (key === undefined || key !== lastKey.current) setPast((all) => [...all, before].slice(-mostSteps));
      lastKey.current = key;
      setFuture([]);
      newest.current = { ...before, ...part };
      onChange(part);
    },
    undo: () => {
      const before = past.at(-1);
      if (!before) return;
      setPast(past.slice(0, -1));
      setFuture([...future, newest.current]);
      go(before);
    },
    redo: () => {
      const next = future.at(-1);
      if (!next) return;
      setFuture(future.slice(0, -1));
      setPast([...past, newest.current]);
      go(next);
    },
    canUndo: past.length > 0,
    canRedo: future.length > 0,
  };
}
