import { lazyFamily } from "../../../parts/lazy.ts";

/** Loads it before it is drawn. */
export const loadOpenThread = () => import("./openThreadParts.ts");

/** Loads where replies are written before that is drawn. */
export const loadReplyBar = () => import("../messages/ReplyBar.tsx");

/** The conversation beside the list. */
export const { FoundMessage, MarkViewing, OpenThread, ThreadGone, ThreadView } = lazyFamily(loadOpenThread);
