import { useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import type { StepKind } from "../../../../shared/domain/workflows/steps.ts";
import type { Graph } from "../../../../shared/domain/workflows/graph.ts";
import { copyText } from "../../../../shared/ui/copyText.ts";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { readClipboard } from "../../../parts/readClipboard.ts";
import {
  addSteps,
  copyStep,
  indentStep,
  moveAfter,
  moveStep,
  outdentStep,
  pasteClip,
  removeStep,
} from "../steps/editGraph.ts";
import type { Place } from "../steps/editGraph.ts";
import { readClip, writeClip } from "./clipboard.ts";
import { makeStepId, newSteps } from "./newSteps.ts";
import type { StepCommands } from "./useStepKeys.ts";

interface CommandOptions {
  frame: RefObject<HTMLElement | null>;
  graph: Graph;
  changeGraph: (graph: Graph) => void;
  /** Opens a step; what was just added gets the focus in its form. */
  open: (id: string | null, options?: { isNew: boolean }) => void;
}

/** What can be done with the steps, by key and by menu, and where the focus goes afterwards. */
export function useStepCommands({ frame, graph, changeGraph, open }: CommandOptions) {
  /** Where a step is to be added, once its kind is chosen. */
  const [adding, setAdding] = useState<Place | null>(null);
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const next = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (next.current === null) return;
    frame.current?.querySelector<HTMLElement>(`[data-step="${next.current}"]`)?.focus();
    next.current = null;
  }, [frame, graph]);

  const change = (changed: Graph, focus: string | null) => {
    next.current = focus;
    changeGraph(changed);
  };
  const paste = (id: string, text: string) => {
    const clip = readClip(text);
    if (!clip) return false;
    const pasted = pasteClip(graph, { after: id }, { clip, makeId: makeStepId });
    change(pasted, pasted.steps.find((step) => !graph.steps.some((one) => one.id === step.id))?.id ?? null);
    return true;
  };
  const remove = (id: string) => {
    const at = graph.steps.findIndex((step) => step.id === id);
    const changed = removeStep(graph, id);
    const gone = graph.steps.length - changed.steps.length;
    change(changed, (changed.steps[at] ?? changed.steps.at(-1))?.id ?? null);
    if (gone > 1) showToast(`${gone} steps deleted`);
    open(null);
  };
  const commands: StepCommands = {
    add: (id) => setAdding({ after: id }),
    move: (id, by) => change(moveStep(graph, id, by), id),
    indent: (id) => change(indentStep(graph, id), id),
    outdent: (id) => change(outdentStep(graph, id), id),
    duplicate: (id) => paste(id, writeClip(copyStep(graph, id))),
    remove,
    copy: (id) => writeClip(copyStep(graph, id)),
    paste,
    collapse: (id, isCollapsed) =>
      setCollapsed((all) => new Set(isCollapsed ? [...all, id] : [...all].filter((one) => one !== id))),
  };
  return {
    commands: {
      ...commands,
      copyToClipboard: (id: string) =>
        void copyText(commands.copy(id)).then((isCopied) =>
          showToast(isCopied ? "Step copied" : "Your browser blocked the clipboard."),
        ),
      pasteFromClipboard: (id: string) =>
        void readClipboard().then((text) => {
          if (text === null || !paste(id, text)) showToast("The clipboard has no steps. Copy a step first.");
        }),
    },
    adding,
    ask: setAdding,
    add: (kind: StepKind) => {
      if (adding === null) return;
      const steps = newSteps(kind);
      setAdding(null);
      changeGraph(addSteps(graph, adding, steps));
      open(steps[0]?.id ?? null, { isNew: true });
    },
    drag: (id: string, afterId: string) => change(moveAfter(graph, id, afterId), id),
    collapsed,
    collapseAll: (ids: readonly string[]) => setCollapsed(new Set(ids)),
  };
}
