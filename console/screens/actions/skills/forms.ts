import { lazyFamily } from "../../../parts/lazy.ts";

/** The form of an action, and the ways to begin one. */
export const { NewSkill, SkillForm } = lazyFamily(() => import("./formParts.ts"));
