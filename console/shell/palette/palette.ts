import { lazyFamily } from "../../parts/lazy.ts";

/** The command palette, which leads to every page and so brings words of all of them. */
export const { CommandPalette } = lazyFamily(() => import("./CommandPalette.tsx"));
