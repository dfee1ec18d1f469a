import { lazyFamily } from "../../parts/lazy.ts";

/** The dialogs of the list of workflows and of the open one. */
export const {
  DeleteWorkflow,
  ImportDialog,
  NewWorkflowDialog,
  SimulationCheck,
  StartRunDialog,
  StepThroughDialog,
  TemplateGallery,
} = lazyFamily(() => import("./overlayParts.ts"));
