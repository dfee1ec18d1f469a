export { EditMode } from "./EditMode.tsx";
export { ImportMode } from "./ImportMode.tsx";
export { ReplaceMode } from "./ReplaceMode.tsx";
export { CloneMode } from "./CloneMode.tsx";
