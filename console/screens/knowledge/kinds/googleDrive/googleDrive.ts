import { HardDrive } from "lucide-react";
import type { ConnectedDraft } from "../../connected/connectedDraft.ts";
import { connectedKind } from "../../connected/connectedKind.tsx";
import type { KindScreen } from "../kind.ts";

export const googleDrive: KindScreen<"googleDrive", ConnectedDraft<"googleDrive">> = {
  ...connectedKind("googleDrive", { mostLabel: "Maximum files" }),
  icon: HardDrive,
  addLabel: "Add from Google Drive",
};
