export { DeleteWorkflow } from "./DeleteWorkflow.tsx";
export { ImportDialog } from "./import/ImportDialog.tsx";
export { NewWorkflowDialog } from "./NewWorkflowDialog.tsx";
export { SimulationCheck } from "./simulations/SimulationCheck.tsx";
export { StartRunDialog } from "./runs/StartRunDialog.tsx";
export { StepThroughDialog } from "./stepping/StepThroughDialog.tsx";
export { TemplateGallery } from "./TemplateGallery.tsx";
