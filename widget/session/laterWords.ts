import { laterWords, type LaterWords } from "../../shared/words/later.ts";
import { catalogs } from "./words.ts";

/** Gives the words that come after the first picture as the chat speaks now. */
export function sayLater(): LaterWords {
  return { ...laterWords, ...catalogs.later };
}
