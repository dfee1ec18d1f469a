import { lazyFamily } from "../../../parts/lazy.ts";

/** The ways to begin a skill from something that is there already. */
export const { FromConnection, FromCurl, FromOpenapi, FromSystem } = lazyFamily(
  () => import("./newSkillParts.ts"),
);
