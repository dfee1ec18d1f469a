import type { Snapshot } from "valtio";
import { Home, Pencil, RefreshCw, Trash2 } from "lucide-react";
import type {
  ThreadView as SavedView,
  ViewTable,
} from "../../../../../shared/contract/conversations/inbox/threadViews.ts";
import type { RowAction } from "../../../../parts/RowMenu.tsx";
import type { SavedFilter } from "./viewFilter.ts";

/** What of an open view is kept again; without a table it keeps the one that it has, null takes it away. */
export type ViewChange = Partial<SavedFilter> & { table?: ViewTable | null };

interface ViewActions {
  /** The inbox opens with it. */
  isStart: boolean;
  /** What is shown is not what the view keeps. */
  isChanged: boolean;
  shown: SavedFilter;
  /** How the table stands, where the conversations are shown as one. */
  table: ViewTable | undefined;
  onChange: (change: ViewChange) => void;
  onStart: (isStart: boolean) => void;
  onAsk: (what: "edit" | "remove") => void;
}

/** What can be done with the view that is open. */
export function listViewActions(
  view: Snapshot<SavedView>,
  { isStart, isChanged, shown, table, onChange, onStart, onAsk }: ViewActions,
): RowAction[] {
  const icon = { size: 16, "aria-hidden": true } as const;
  const change = (label: string, data: ViewChange): RowAction => ({
    ...{ label, icon: <RefreshCw {...icon} /> },
    onChoose: () => onChange(data),
  });
  const update =
    table && view.table
      ? change("Save these filters and columns", { ...shown, table })
      : change("Save these filters", shown);
  const ofTable = view.table
    ? [change("Use everyone’s own columns", { table: null })]
    : table
      ? [change("Save these columns", { table })]
      : [];
  const editing: RowAction[] = [
    { label: "Rename or share", icon: <Pencil {...icon} />, onChoose: () => onAsk("edit") },
    {
      ...{ label: "Delete", icon: <Trash2 {...icon} />, isDanger: true },
      onChoose: () => onAsk("remove"),
    },
  ];
  const first: RowAction = {
    label: isStart ? "Don’t open the inbox with it" : "Open the inbox with it",
    icon: <Home {...icon} />,
    onChoose: () => onStart(!isStart),
  };
  if (!view.mayChange) return [first];
  return [...(isChanged ? [update] : []), ...ofTable, first, ...editing];
}
