import { lazy } from "../../../parts/lazy.ts";

/** Loads what draws Markdown, as much again as the rest of an open conversation. */
export const loadAnswerText = async () => {
  const { AnswerText } = await import("../../../../shared/ui/AnswerText.tsx");
  return { default: AnswerText };
};

/** Markdown as visitors see it. Until it is there the whole list of messages waits, so that no line of it jumps. */
export const AnswerText = lazy(loadAnswerText);
