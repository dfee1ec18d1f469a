export { AgentNotFound } from "./AgentNotFound.tsx";
export { CompareDialog } from "./CompareDialog.tsx";
export { GenerateDialog } from "./generate/GenerateDialog.tsx";
