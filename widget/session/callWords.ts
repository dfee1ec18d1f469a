import { callWords, type CallWords } from "../../shared/words/call.ts";
import { catalogs } from "./words.ts";

/** Gives the words of calls as the chat speaks now. */
export function sayInCalls(): CallWords {
  return { ...callWords, ...catalogs.call };
}
