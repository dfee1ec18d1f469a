import { cardWords, type CardWords } from "../../shared/words/cards.ts";
import { catalogs } from "./words.ts";

/** Gives the words of forms and cards as the chat speaks now. */
export function sayInCards(): CardWords {
  return { ...cardWords, ...catalogs.cards };
}
