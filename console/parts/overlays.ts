import { lazyFamily } from "./lazy.ts";

/** What is seldom seen on the screens of an agent: that it is gone, that a change conflicts, and a draft by AI. */
export const { AgentNotFound, CompareDialog, GenerateDialog } = lazyFamily(() => import("./overlayParts.ts"));
