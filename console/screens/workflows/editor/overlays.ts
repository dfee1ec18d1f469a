import { lazyFamily } from "../../../parts/lazy.ts";

/** What is opened beside or over the steps. */
export const { AddStepDialog, Conflict, SettingsPanel, StepPanel } = lazyFamily(
  () => import("./overlayParts.ts"),
);
