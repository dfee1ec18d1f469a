import { product } from "./product.ts";

/** The steps of the setup guide, in their order (specification 3). */
export const setupGuideTypes = [
  `create-${product}`,
  "datasources",
  "appearance",
  "ai-actions",
  "surfaces",
] as const;
export type SetupGuideType = (typeof setupGuideTypes)[number];

/** One step: done, passed over, or open. */
export interface SetupGuideItem {
  type: SetupGuideType;
  completed: boolean;
  skipped: boolean;
}

export interface SetupGuide {
  items: SetupGuideItem[];
  allStepsReviewed: boolean;
}

/** What a step becomes; what is left out stays. */
export type StepChange = Partial<Pick<SetupGuideItem, "completed" | "skipped">>;

/** "On fetch failure the guide is empty and treated as fully reviewed" (specification 4). */
export const emptySetupGuide: Readonly<SetupGuide> = { items: [], allStepsReviewed: true };

/** The guide of an agent that was made just now: that step is done, all others are open. */
export function beginSetupGuide(): SetupGuideItem[] {
  return setupGuideTypes.map((type, index) => ({ type, completed: index === 0, skipped: false }));
}

/** A guide of these steps. "allStepsReviewed becomes true when every item is completed or skipped" (specification 4). */
export function guideOf(items: readonly SetupGuideItem[]): SetupGuide {
  return { items: [...items], allStepsReviewed: items.every(isReviewed) };
}

/** Whether nothing is left to do about a step. */
export function isReviewed({ completed, skipped }: Readonly<SetupGuideItem>): boolean {
  return completed || skipped;
}

/**
 * The steps after a change of one. "A step status update applies only when it changes completed or skipped" (specification
 * 4): the very same list comes back where it changes nothing, or where there is no such step.
 */
export function changeStep(
  items: readonly SetupGuideItem[],
  type: SetupGuideType,
  change: StepChange,
): readonly SetupGuideItem[] {
  const step = items.find((item) => item.type === type);
  if (!step) return items;
  const changed = { ...step, ...change };
  if (changed.completed === step.completed && changed.skipped === step.skipped) return items;
  return items.map((item) => (item === step ? changed : item));
}

/** The first step that is neither done nor passed over. */
export function nextStep<Item extends Readonly<SetupGuideItem>>(items: readonly Item[]): Item | undefined {
  return items.find((item) => !isReviewed(item));
}
