import type { ReactNode } from "react";
import { showToast } from "../../../shared/ui/toasts.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { removeDataSource } from "../../state/knowledge/dataSources.ts";
import type { ShownSource } from "../../state/knowledge/dataSources.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { closed } from "./closed.ts";
import { describeCount } from "../../parts/describeNumber.ts";

interface RemoveSourceProps {
  source: Pick<ShownSource, "id" | "name" | "counts" | "usedBy">;
  place: AgentPlace;
  onClose: () => void;
}

/** Says what goes with a source before it is deleted. */
export function RemoveSource({ source, place, onClose }: RemoveSourceProps): ReactNode {
  const query = useQuery();
  const { pages } = source.counts;
  const handleConfirm = async () => {
    await removeDataSource({ ...place, sourceId: source.id });
    showToast(`${source.name} deleted`);
    if (query.read("source")) query.set(closed);
  };
  return (
    <ConfirmDialog
      title={`Delete “${source.name}”?`}
      confirmLabel="Delete"
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      {source.usedBy && describeUse(source.usedBy)}{" "}
      {pages === 1
        ? "Its page is deleted and no longer cited."
        : `Its ${describeCount(pages, "page")} are deleted and no longer cited.`}{" "}
      {source.usedBy
        ? "This can’t be undone."
        : "To get it back, add it again or restore an agent version with its knowledge."}
    </ConfirmDialog>
  );
}

const mostNamed = 5;

function describeUse(agents: NonNullable<ShownSource["usedBy"]>): string {
  if (agents.length === 0) return "No agent uses it.";
  const named = agents.slice(0, mostNamed).map(({ name }) => name);
  const others = agents.length - named.length;
  if (others > 0) named.push(others === 1 ? "1 other" : `${others} others`);
  const names = new Intl.ListFormat("en").format(named);
  return `${names} ${agents.length === 1 ? "uses" : "use"} it.`;
}
