import { lazyFamily } from "../../../parts/lazy.ts";

/** What the playground shows once there is an answer, or somebody looks at its choices. */
export const { MakeCase, TriedReproduction, SourceChoice } = lazyFamily(() => import("./laterParts.ts"));
