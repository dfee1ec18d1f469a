import { useMemo } from "react";
import type { ReactNode } from "react";
import { ChevronsDownUp, ChevronsUpDown, Redo2, TriangleAlert, Undo2 } from "lucide-react";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { plural } from "../../../../shared/words/language.ts";
import { Choices } from "../../../parts/Choices.tsx";
import { SearchField } from "../../../parts/SearchField.tsx";
import { useShortcuts } from "../../../parts/useShortcuts.ts";
import { stepKeys } from "./editorKeys.ts";
import type { WorkflowForm } from "./useWorkflowForm.ts";

/** The ways to look at the same steps. */
export type StepsLook = "list" | "procedure" | "canvas";

interface EditorBarProps {
  look: StepsLook;
  onLook: (look: StepsLook) => void;
  search: string;
  onSearch: (search: string) => void;
  editor: WorkflowForm;
  /** Opens a step. */
  onOpen: (id: string) => void;
  canCollapse: boolean;
  isCollapsed: boolean;
  onCollapse: (isCollapsed: boolean) => void;
  isReadOnly: boolean;
}

const looks = [
  { value: "list" as const, label: "List" },
  { value: "procedure" as const, label: "Procedure" },
  { value: "canvas" as const, label: "Canvas" },
];
/** From this many steps on, people search. */
const searchFrom = 6;

/** The bar above the steps: view, search, undo, and how many problems they have. */
export function EditorBar(props: EditorBarProps): ReactNode {
  const { look, onLook, search, onSearch, editor, onOpen, isReadOnly } = props;
  const { history, problems, graph } = editor;
  const { undo, redo } = history;
  const keys = useMemo(
    () => ({
      title: "Workflow",
      shortcuts: [
        ...(isReadOnly
          ? []
          : [
              { keys: "mod+z", label: "Undo", run: undo },
              { keys: "mod+shift+z", label: "Redo", run: redo },
              ...stepKeys,
            ]),
      ],
    }),
    [isReadOnly, undo, redo],
  );
  useShortcuts(keys);
  const all = [...problems.values()].flat();
  const blocking = all.filter(({ blocks }) => blocks);
  const [first] = blocking.length > 0 ? blocking : all;
  return (
    <div className={bar}>
      <Choices
        label="View"
        value={looks.some(({ value }) => value === look) ? look : "list"}
        options={looks}
        onChange={onLook}
      />
      {look === "list" && (graph.steps.length >= searchFrom || search !== "") && (
        <SearchField label="Search steps" value={search} onChange={onSearch} />
      )}
      {first && graph.steps.length > 0 && (
        <button
          type="button"
          className={problemsStyle}
          data-bad={blocking.length > 0 || undefined}
          disabled={first.stepId === null}
          onClick={() => first.stepId !== null && onOpen(first.stepId)}
        >
          <TriangleAlert size={15} aria-hidden />
          {blocking.length > 0
            ? plural(blocking.length, { one: "{count} problem", other: "{count} problems" })
            : plural(all.length, { one: "{count} hint", other: "{count} hints" })}
        </button>
      )}
      <span>
        {props.canCollapse && (
          <IconButton
            label={props.isCollapsed ? "Expand all" : "Collapse all"}
            size="small"
            onClick={() => props.onCollapse(!props.isCollapsed)}
          >
            {props.isCollapsed ? (
              <ChevronsUpDown size={17} aria-hidden />
            ) : (
              <ChevronsDownUp size={17} aria-hidden />
            )}
          </IconButton>
        )}
        {!isReadOnly && (
          <>
            <IconButton label="Undo" size="small" disabled={!history.canUndo} onClick={undo}>
              <Undo2 size={17} aria-hidden />
            </IconButton>
            <IconButton label="Redo" size="small" disabled={!history.canRedo} onClick={redo}>
              <Redo2 size={17} aria-hidden />
            </IconButton>
          </>
        )}
      </span>
    </div>
  );
}

const bar = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  min-width: 0;
  & > span:last-child {
    display: flex;
    margin-inline-start: auto;
  }
`;
const problemsStyle = css`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 30px;
  padding: 2px 11px;
  border: 0;
  border-radius: 20px;
  background: var(--ph-warning-soft);
  color: var(--ph-warning-text);
  font-size: var(--ph-text-s);
  font-weight: 550;
  cursor: pointer;
  &[data-bad] {
    background: var(--ph-danger-soft);
    color: var(--ph-danger-text);
  }
  &:disabled {
    cursor: default;
  }
`;
