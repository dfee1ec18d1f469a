import { lazyFamily } from "../../../parts/lazy.ts";

/** Loads it before it is drawn. */
export const loadOpenThread = () => import("./openThreadParts.ts");

/** The conversation beside the list. */
export const { FoundMessage, MarkViewing, OpenThread, ThreadGone, ThreadView } = lazyFamily(loadOpenThread);
