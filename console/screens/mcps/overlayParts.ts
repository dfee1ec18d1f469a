export { McpDetail } from "./McpDetail.tsx";
export { McpDialog } from "./McpDialog.tsx";
