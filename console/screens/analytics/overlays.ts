import { lazyFamily } from "../../parts/lazy.ts";

/** The dialogs about questions without an answer. */
export const { AnswerGap, CaseDialog } = lazyFamily(() => import("./overlayParts.ts"));
