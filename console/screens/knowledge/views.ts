import { lazyFamily } from "../../parts/lazy.ts";

/** What is read more closely: a page, a sync, duplicates and stale pages. */
export const { Hygiene, PageView, RunDetail } = lazyFamily(() => import("./viewParts.ts"));
