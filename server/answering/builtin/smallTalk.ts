import type { AnswerWords, SmallTalk } from "../../languages/language.ts";
import { languages, spokenLanguages } from "../../languages/languages.ts";

/** Gives the built-in model's answer to what is no question to its pages (a greeting, thanks); null for everything else. */
export function answerSmallTalk(
  text: string,
  { words, name }: { words: AnswerWords; name: string },
): string | null {
  const said = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\s'’]/gu, " ")
    // Vowel signs are written or left out.
    .replace(/[\u064b-\u0652\u0640]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  if (said.split(" ").length > mostWords) return null;
  if (greeting.test(said)) return words.hello(name);
  if (thanks.test(said)) return words.thanks;
  if (bye.test(said)) return words.bye;
  if (who.test(said)) return words.whoAmI(name);
  return null;
}

const mostWords = 7;

const greeting = oneOf("greeting", { or: "hei|hej", after: "afterGreeting" });
const thanks = oneOf("thanks", { before: "ok|okay|great|perfect|super|alright", after: "afterThanks" });
/** People who say goodbye most often say thank you first. */
const bye = oneOf("bye", {
  before: `ok|okay|great|perfect|${[...list("thanks"), ...list("afterThanks")].join("|")}`,
  after: "afterBye",
});
const who = oneOf("who");

interface Beside {
  /** Further words, of languages that we don't answer in. */
  or?: string;
  before?: string;
  after?: keyof SmallTalk;
}

/** Finds a text that is only this, in whichever language. */
function oneOf(part: keyof SmallTalk, { or, before, after }: Beside = {}): RegExp {
  const words = [...list(part), ...(or ? [or] : [])].join("|");
  const leading = before ? `(?:(?:${before}) )*` : "";
  const trailing = after ? `(?: (?:${list(after).join("|")}))*` : "";
  return new RegExp(`^${leading}(?:${words})${trailing}$`);
}

function list(part: keyof SmallTalk): string[] {
  return spokenLanguages.flatMap((language) => {
    const smallTalk: SmallTalk = languages[language].smallTalk;
    return smallTalk[part] ?? [];
  });
}
