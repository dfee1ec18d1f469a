export { VisitorView } from "./VisitorView.tsx";
export { default as AgentPreview } from "./AgentPreview.tsx";
