import { lazyFamily } from "../../parts/lazy.ts";

/** What can be done with a whole agent: its menu, and the dialogs behind it. */
export const { AgentActions, DeleteAgentDialog } = lazyFamily(() => import("./overlayParts.ts"));
