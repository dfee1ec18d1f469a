import { lazyFamily } from "../../../parts/lazy.ts";

/** Loads it before it is drawn. */
export const loadOverlays = () => import("./overlayParts.ts");

/** What is opened over the list of conversations, or with a selection: filters, dialogs, changes of many. */
export const { BulkBar, OfFigure, ViewDialogs, ViewFields } = lazyFamily(loadOverlays);
