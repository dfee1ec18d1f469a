import { useState } from "react";
import type { ReactNode } from "react";
import { Copy, Download, Pencil, Replace } from "lucide-react";
import { RowMenu } from "../../parts/RowMenu.tsx";
import type { RowAction } from "../../parts/RowMenu.tsx";
import { navigate } from "../../state/shell/navigation.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { createModePath, type CreateMode } from "./create/modes.ts";
import { ExportDialog } from "./ExportDialog.tsx";

/** What can be done with a whole agent: edited, copied, taken elsewhere, replaced. Not there for who may do none of it. */
export function AgentActions({ name, place }: { name: string; place: AgentPlace }): ReactNode {
  const [isExporting, setIsExporting] = useState(false);
  const open = (mode: CreateMode) => navigate(createModePath(place, mode));
  const actions: RowAction[] = [
    ...(mayDo("agents.update")
      ? [{ label: "Edit", icon: <Pencil size={16} aria-hidden />, onChoose: () => open("edit") }]
      : []),
    ...(mayDo("agents.create")
      ? [{ label: "Clone", icon: <Copy size={16} aria-hidden />, onChoose: () => open("clone") }]
      : []),
    ...(mayDo("agents.update")
      ? [
          {
            label: "Export",
            icon: <Download size={16} aria-hidden />,
            onChoose: () => setIsExporting(true),
          },
          {
            label: "Replace by an import",
            icon: <Replace size={16} aria-hidden />,
            onChoose: () => open("replace-using-import"),
          },
        ]
      : []),
  ];
  if (actions.length === 0) return null;
  return (
    <>
      <RowMenu label={`Actions for ${name}`} actions={actions} />
      {isExporting && <ExportDialog name={name} place={place} onClose={() => setIsExporting(false)} />}
    </>
  );
}
