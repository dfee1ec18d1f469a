import { lazyFamily } from "../../../parts/lazy.ts";

/** The cards of how an agent answers, on the further pages of its configuration. */
export const { BehaviorCard } = lazyFamily(() => import("./BehaviorCard.tsx"));
