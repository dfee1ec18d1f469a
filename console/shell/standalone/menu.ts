import { lazyFamily } from "../../parts/lazy.ts";

/** The menu of the inbox by itself, with what it opens. */
export const { StandaloneMenu } = lazyFamily(() => import("./StandaloneMenu.tsx"));
