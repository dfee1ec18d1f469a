export { FoundThreads } from "./FoundThreads.tsx";
export { TableKeys } from "./table/TableKeys.tsx";
export { TableSettings } from "./table/TableSettings.tsx";
export { ThreadTable } from "./table/ThreadTable.tsx";
