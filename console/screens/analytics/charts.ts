import { lazyFamily } from "../../parts/lazy.ts";

/** What stands below the key figures, and the saved reports. */
export const { FurtherFigures, Reports, TimeChart, Topics, Unanswered } = lazyFamily(
  () => import("./chartParts.ts"),
);
