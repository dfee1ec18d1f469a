import { lazyFamily } from "../../parts/lazy.ts";

/** The dialogs about data sources; adding and changing one brings the fields of every kind along. */
export const { AddSource, ConnectAgain, EditSource, RemoveSource, SyncSettings } = lazyFamily(
  () => import("./overlayParts.ts"),
);
