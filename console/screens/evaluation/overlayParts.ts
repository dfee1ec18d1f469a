export { default as AnswerGap } from "../../parts/evaluation/AnswerGap.tsx";
export { default as CaseDialog } from "../../parts/evaluation/CaseDialog.tsx";
export { CompareRuns } from "./CompareRuns.tsx";
export { ResultDialog } from "./ResultDialog.tsx";
