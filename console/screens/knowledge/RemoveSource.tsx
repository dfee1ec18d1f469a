import type { ReactNode } from "react";
import { showToast } from "../../../shared/ui/toasts.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { removeDataSource } from "../../state/dataSources.ts";
import type { ShownSource } from "../../state/dataSources.ts";
import type { AgentPlace } from "../../state/paths.ts";
import { closed } from "./closed.ts";
import { describeCount } from "../../parts/describeNumber.ts";

interface RemoveSourceProps {
  source: Pick<ShownSource, "id" | "name" | "counts">;
  place: AgentPlace;
  onClose: () => void;
}

/** Says what goes with a source before it is deleted. */
export function RemoveSource({ source, place, onClose }: RemoveSourceProps): ReactNode {
  const query = useQuery();
  const handleConfirm = async () => {
    await removeDataSource({ ...place, sourceId: source.id });
    showToast(`${source.name} is deleted`);
    if (query.read("source")) query.set(closed);
  };
  return (
    <ConfirmDialog
      title={`Delete “${source.name}”?`}
      confirmLabel="Delete"
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      Its {describeCount(source.counts.pages, "page")} go at once and answers cite them no more. This can’t be
      undone here: add the source again, or restore a version of the agent that met it, with its knowledge.
    </ConfirmDialog>
  );
}
