import { lazyFamily } from "../../parts/lazy.ts";

/** The further pages of the organization's people and keys, and their dialogs. */
export const { InvitesPart, InviteDialog, ApiKeysPart, AuditPart } = lazyFamily(
  () => import("./overlayParts.ts"),
);
