/** Words that hold sentences together, by language: they tell which language a text is in, and say nothing of its subject. */
export const functionWords = {
  en: list(
    "the is are do does can you your i my we our what how when where which who why to of for with and or in on at it have has be a an hello hi thanks",
  ),
  de: list(
    "der die das den dem des ein eine einen einem einer ist sind war wird werden hat habe haben kann können ich du wir ihr sie es mich mir mein meine meinen ihre ihren wie was wann wo wer warum welche welcher welches bis von für mit und oder aber auch nicht kein keine zu zum zur im in am an auf aus bei nach um es gibt man jede jeder jedes alle hallo danke guten",
  ),
  fr: list(
    "le la les un une des du de d l et ou est sont je tu il elle nous vous on mon ma mes votre vos ce cette ces que qui quoi comment quel quelle quels quelles quand où pourquoi à au aux en dans pour par avec sur pas ne y a-t-il est-ce bonjour merci salut",
  ),
  es: list(
    "el la los las un una unos unas de del al y o es son está están yo tú usted nosotros mi mis su sus que qué quién cómo cuándo dónde cuál cuáles por para con en no se lo hay hola gracias cuánto",
  ),
  it: list(
    "il lo la i gli le un uno una di del della dei e o è sono io tu lei noi mio mia miei suo sua che chi cosa come quando dove quale quali perché per con in a al non si c'è ciao grazie quanto",
  ),
  nl: list(
    "de het een en of is zijn ik je jij u wij we mijn uw hun wat hoe wanneer waar wie welke waarom naar van voor met in op aan bij niet geen er hallo bedankt",
  ),
  pt: list(
    "o a os as um uma de do da dos das e ou é são eu tu você nós meu minha seu sua que quem como quando onde qual quais por para com em no na não há olá obrigado obrigada quanto",
  ),
  ar: list(
    "ما ماذا من متى أين اين كيف هل لماذا كم أي التي الذي هذا هذه ذلك تلك في على إلى الى عن مع بعد قبل عند هو هي أنا انا نحن أنت انت هم كان يكون لا لم لن ليس أو او ثم إذا اذا أن ان إن كل بعض لي لك لكم لدي لديكم يمكن يمكنني أريد اريد مرحبا أهلا اهلا السلام عليكم شكرا",
  ),
} satisfies Record<string, ReadonlySet<string>>;

export type SpokenLanguage = keyof typeof functionWords;

/** Gives the language that a text looks like; English where nothing tells. */
export function guessLanguage(text: string): SpokenLanguage {
  // Small words are often written as one with the next: the script tells more.
  const arabicLetters = isPlain(text) ? 0 : count(text, /(?=\p{L})\p{Script=Arabic}/gu);
  if (arabicLetters > 0 && arabicLetters * 2 > count(text, /\p{L}/gu)) return "ar";
  const counts = spokenLanguages.map((language) => ({ language, words: 0 }));
  for (const word of text.toLowerCase().match(/[\p{L}’']+/gu) ?? []) {
    for (const at of speakers.get(word) ?? []) (counts[at] as { words: number }).words += 1; // one for each language
  }
  return counts.reduce((best, one) => (one.words > best.words ? one : best)).language;
}

/**
 * Whether a text may be of one of these languages: at most a fifth of its words have a letter that none of them has, and a
 * sentence has a small word of one.
 */
export function mayBeSpoken(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{M}’']+/gu) ?? [];
  if (words.filter((word) => otherLetter.test(word)).length * 5 > words.length) return false;
  return words.length < shortestSentence || words.some((word) => speakers.has(word) || arabic.test(word));
}

const shortestSentence = 4;
const arabic = /\p{Script=Arabic}/u;
const otherLetter = /(?![a-zàáâãäçèéêëìíîïñòóôõöùúûüÿœæß\p{Script=Arabic}])\p{L}/u;

/** Gives the language to answer in: the configured one where we speak it, else the one that the text looks like. */
export function chooseLanguage(configured: string, text: string): SpokenLanguage {
  const [base = ""] = configured.toLowerCase().split(/[-_]/);
  return isSpoken(base) ? base : guessLanguage(text);
}

const spokenLanguages = Object.keys(functionWords).filter(isSpoken);

/** The places in `spokenLanguages` of those that have a word. */
const speakers = new Map<string, number[]>();
for (const [at, language] of spokenLanguages.entries()) {
  for (const word of functionWords[language]) speakers.set(word, [...(speakers.get(word) ?? []), at]);
}

/** Whether all letters are Latin ones without signs, or nearly: then no other script has to be looked for. */
function isPlain(text: string): boolean {
  return !/[^\u0000-\u024f]/.test(text);
}

function count(text: string, letters: RegExp): number {
  return text.match(letters)?.length ?? 0;
}

function isSpoken(language: string): language is SpokenLanguage {
  return Object.hasOwn(functionWords, language);
}

function list(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
