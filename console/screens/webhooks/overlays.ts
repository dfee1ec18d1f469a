import { lazyFamily } from "../../parts/lazy.ts";

/** One webhook, and the dialog that adds one. */
export const { WebhookDetail, WebhookDialog } = lazyFamily(() => import("./overlayParts.ts"));
