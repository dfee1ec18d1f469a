import { lazyFamily } from "../../parts/lazy.ts";

/** One server, and the dialog that adds one. */
export const { McpDetail, McpDialog } = lazyFamily(() => import("./overlayParts.ts"));
