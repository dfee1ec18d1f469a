import { Suspense } from "react";
import type { ReactNode } from "react";
import type { ShownSource } from "../../state/knowledge/dataSources.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { EditSource, RemoveSource } from "./overlays.ts";

export type SourceDialogName = "edit" | "remove";

interface SourceDialogProps {
  open: SourceDialogName | null;
  source: ShownSource;
  place: AgentPlace;
  onClose: () => void;
}

/** What the menu of a source opens, in the list and on its own page. */
export function SourceDialog({ open, ...dialog }: SourceDialogProps): ReactNode {
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      {open === "remove" ? <RemoveSource {...dialog} /> : <EditSource {...dialog} />}
    </Suspense>
  );
}
