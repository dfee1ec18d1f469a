import { lazyFamily } from "../lazy.ts";

/** What shows answers and makes test cases of them, with the Markdown that this takes. */
export const { CaseDialog, MarkedAnswer } = lazyFamily(() => import("./overlayParts.ts"));
