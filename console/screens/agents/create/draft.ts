import { lazyFamily } from "../../../parts/lazy.ts";

/** The chat of the draft, beside the first step and in the gallery. */
export const { DraftPreview } = lazyFamily(() => import("./DraftPreview.tsx"));
