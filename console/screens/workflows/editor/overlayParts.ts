export { AddStepDialog } from "./AddStepDialog.tsx";
export { Conflict } from "./Conflict.tsx";
export { SettingsPanel } from "./SettingsPanel.tsx";
export { StepPanel } from "./StepPanel.tsx";
