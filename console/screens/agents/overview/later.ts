import { lazyFamily } from "../../../parts/lazy.ts";

/** The overview's test and what it reads of other parts of the agent: more than the rest, and filled by further answers. */
export const { HealthCard, RecentCard, Playground } = lazyFamily(() => import("./laterParts.ts"));
