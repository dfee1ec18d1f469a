import { foldText } from "../../shared/domain/sayings.ts";

/** By this a question is the same as another one, however it is written. */
export function nameQuestion(question: string): string {
  return foldText(question)
    .replace(/[\s?!.,;:]+$/g, "")
    .slice(0, 400);
}
