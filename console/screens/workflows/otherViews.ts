import { lazyFamily } from "../../parts/lazy.ts";

/** The views of a workflow beside its editor. */
export const { Runs, Simulations, WorkflowVersions } = lazyFamily(() => import("./otherViewParts.ts"));
