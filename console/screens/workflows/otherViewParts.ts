export { Runs } from "./runs/Runs.tsx";
export { Simulations } from "./simulations/Simulations.tsx";
export { WorkflowVersions } from "./versions/WorkflowVersions.tsx";
