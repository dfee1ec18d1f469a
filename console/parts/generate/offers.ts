import type { Generated } from "../../../shared/contract/agents/generate.ts";

/** One thing of a draft that differs from what a form holds. `take` puts it there. */
export interface Offer {
  /** What the form calls it. */
  label: string;
  lines: readonly string[];
  colour?: string;
  take: () => void;
}

/** Gives what a draft would change in a form. */
export type ListOffers = (drafted: Generated) => Offer[];
