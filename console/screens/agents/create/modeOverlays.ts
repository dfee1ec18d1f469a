import { lazyFamily } from "../../../parts/lazy.ts";

/** The ways to make or change an agent other than step by step. */
export const { EditMode, ImportMode, ReplaceMode, CloneMode } = lazyFamily(() => import("./modeParts.ts"));
