export { default as CaseDialog } from "./CaseDialog.tsx";
export { default as MarkedAnswer } from "../receipt/MarkedAnswer.tsx";
