import { lazyFamily } from "../parts/lazy.ts";

/** What tells of news. Keys and menus don't wait for it. */
export const { Attention, NewsBanners } = lazyFamily(() => import("./newsParts.ts"));
