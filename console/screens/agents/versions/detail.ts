import { lazyFamily } from "../../../parts/lazy.ts";

/** One version, opened from the list. */
export const { VersionDetail } = lazyFamily(() => import("./VersionDetail.tsx"));
