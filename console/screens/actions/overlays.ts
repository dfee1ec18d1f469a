import { lazyFamily } from "../../parts/lazy.ts";

/** The dialogs of integrations, and the runs of an action. */
export const { CollectionDialog, ConnectDialog, DeleteSkill, ImportDialog, RowDialog, SkillRuns } =
  lazyFamily(() => import("./overlayParts.ts"));
