export { FurtherFigures } from "./FurtherFigures.tsx";
export { Reports } from "./Reports.tsx";
export { TimeChart } from "./TimeChart.tsx";
export { Topics } from "./Topics.tsx";
export { Unanswered } from "./Unanswered.tsx";
