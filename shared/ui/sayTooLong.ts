import { partWords } from "../words/parts.ts";

/** Says that a text is too long to be kept; undefined where it is not. A field that cuts would lose the end of what is pasted. */
export function sayTooLong(text: string, most: number): string | undefined {
  // Not by `fill`: the first screen would fetch all that knows of languages with it.
  return text.length > most ? partWords.tooLong.replace("{most}", `${most}`) : undefined;
}
