export { AgentActions } from "./AgentActions.tsx";
export { DeleteAgentDialog } from "./DeleteAgentDialog.tsx";
