import { lazyFamily } from "../../parts/lazy.ts";

/** The dialogs about test cases, their results and questions without an answer. */
export const { AnswerGap, CaseDialog, CompareRuns, ResultDialog } = lazyFamily(
  () => import("./overlayParts.ts"),
);
