import type { ReactNode } from "react";
import { Pencil, RefreshCw, RotateCw, Square, Trash2 } from "lucide-react";
import { kindHas } from "../../../shared/domain/sourceKinds.ts";
import { RowMenu } from "../../parts/RowMenu.tsx";
import type { RowAction } from "../../parts/RowMenu.tsx";
import { isRunning } from "./sourceWords.ts";
import type { SourceActions } from "./useSourceActions.ts";
import type { ShownSource } from "../../state/knowledge/dataSources.ts";

interface SourceMenuProps {
  source: ShownSource;
  actions: SourceActions;
  onEdit: () => void;
  onRemove: () => void;
}

/** What can be done with a source now. */
export function SourceMenu({ source, actions, onEdit, onRemove }: SourceMenuProps): ReactNode {
  const { change } = actions;
  const isPushed = kindHas(source.config.kind, "isPushed");
  const sync: RowAction[] = isRunning(source.lastRun)
    ? [{ label: "Cancel sync", icon: <Square size={16} aria-hidden />, onChoose: () => change("cancel") }]
    : isPushed && source.restoredVersion === null
      ? []
      : [{ label: "Sync now", icon: <RefreshCw size={16} aria-hidden />, onChoose: () => change("start") }];
  const retry: RowAction[] =
    source.counts.failed > 0 && !isPushed && !isRunning(source.lastRun)
      ? [{ label: "Retry failed", icon: <RotateCw size={16} aria-hidden />, onChoose: () => change("retry") }]
      : [];
  return (
    <RowMenu
      label={`Actions for ${source.name}`}
      actions={[
        ...sync,
        ...retry,
        { label: "Edit", icon: <Pencil size={16} aria-hidden />, onChoose: onEdit },
        { label: "Delete", icon: <Trash2 size={16} aria-hidden />, onChoose: onRemove, isDanger: true },
      ]}
    />
  );
}
