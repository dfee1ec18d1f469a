import { NotebookText } from "lucide-react";
import type { ConnectedDraft } from "../../connected/connectedDraft.ts";
import { connectedKind } from "../../connected/connectedKind.tsx";
import type { KindScreen } from "../kind.ts";

export const notion: KindScreen<"notion", ConnectedDraft<"notion">> = {
  ...connectedKind("notion", { mostLabel: "Maximum pages" }),
  icon: NotebookText,
  addLabel: "Add from Notion",
};
