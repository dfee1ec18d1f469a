export { AddSource } from "./AddSource.tsx";
export { ConnectAgain } from "./connected/ConnectAgain.tsx";
export { EditSource } from "./EditSource.tsx";
export { RemoveSource } from "./RemoveSource.tsx";
export { SyncSettings } from "./SyncSettings.tsx";
