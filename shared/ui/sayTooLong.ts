import { fill } from "../words/language.ts";
import { partWords } from "../words/parts.ts";

/** Says that a text is too long to be kept; undefined where it is not. A field that cuts would lose the end of what is pasted. */
export function sayTooLong(text: string, most: number): string | undefined {
  return text.length > most ? fill(partWords.tooLong, { most }) : undefined;
}
