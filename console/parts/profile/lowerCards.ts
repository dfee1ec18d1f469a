import { lazyFamily } from "../lazy.ts";

/** The cards of the profile below what is read first. */
export const { PushCard, DigestCard } = lazyFamily(() => import("./lowerCardParts.ts"));
