import { lazyFamily } from "../../../parts/lazy.ts";

/** The cards of every kind of skill, which are small each. */
export const { ClientCard, CodeCard, EmailCard, FormCards, HandoverCard, HttpCards, RulesCard, SearchCard } =
  lazyFamily(() => import("./kindCardParts.ts"));
