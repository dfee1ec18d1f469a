import { lazyFamily } from "../../../parts/lazy.ts";

/** The dialogs about contacts. */
export const { ContactDialogs, ExportContacts } = lazyFamily(() => import("./overlayParts.ts"));
