import { builtinModel, findModel } from "./models.ts";

interface Configured {
  model: string;
  fallbackModel: string | null;
  personality: { preset: string; text: string };
}

/** Says that an agent's fallback takes less of the persona's text than there is; null where it takes it all, or is never asked. */
export function findFallbackProblem({ model, fallbackModel, personality }: Configured): string | null {
  if (model === builtinModel || fallbackModel === null || fallbackModel === builtinModel) return null;
  const entry = findModel(fallbackModel);
  const { length } = personality.text;
  // What is kept while another preset is chosen is told to no model.
  if (!entry || personality.preset !== "custom" || length <= entry.limit) return null;
  return `${entry.label} takes at most ${entry.limit} characters of a personality, and this one has ${length}. Shorten it or choose another model.`;
}
