export { Hygiene } from "./Hygiene.tsx";
export { PageView } from "./PageView.tsx";
export { RunDetail } from "./RunDetail.tsx";
