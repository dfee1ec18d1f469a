import { lazyFamily } from "./lazy.ts";

/** What few see of an agent's screens: that it is gone, that two changed it, and a form that is drafted anew. */
export const { AgentNotFound, CompareDialog, GenerateDialog } = lazyFamily(() => import("./overlayParts.ts"));
