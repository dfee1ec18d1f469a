import { foldCase, foldText } from "./foldText.ts";

/**
 * Endings of nouns, adjectives and verbs, without accents, for many type none. The longest that fits goes, where enough
 * of a word stays.
 */
const endings =
  `owaliscie owalismy owanie owania owaniu owaniem owalem owalam owalo owaly owali owala owac owal ujemy
  ujecie ujesz uje uja
  ywanie ywania ywac aniami eniami aniach eniach aniem eniem aniom eniom ania enia aniu eniu anie enie
  osciami osciach oscia osciom osci osc ikami ikach ikiem
  owie owych owymi owego owemu owej owym owi owa owe owy
  iejszych iejszy iejsza iejsze ejszy ejsza ejsze
  iego iemu iami iach iesz iecie iemy iej iem iom ich imi ich ego emu ymi ych ami ach acie ecie icie ycie alem alam ilem ilam
  ylem ylam alismy ilismy ajcie ijcie aja aly ali ala alo ily ili ila ilo yly yli yla ylo amy emy imy
  ymy asz esz isz ysz aj ij ac ec ic yc al il yl am om ow em ien en ym im ej ie ia iu ii io y i a e o u`
    .split(/\s+/)
    .sort((one, other) => other.length - one.length);

const shortestStem = 3;

/** Gives a stem of a Polish word, without accents: its forms mostly have the same one, which need not be a word. */
export function stemPolish(written: string): string {
  const word = foldCase(foldText(written));
  const ending = endings.find((each) => word.endsWith(each) && word.length - each.length >= shortestStem);
  const bare = ending ? word.slice(0, -ending.length) : word;
  // "paczek" of "paczka", "dzien" of "dnia": an e is between two consonants where no ending follows.
  const joined = bare.length > shortestStem + 1 ? bare.replace(/([^aeiouy])e([ckln])$/, "$1$2") : bare;
  return joined.length > shortestStem ? joined.replace(/i$/, "") : joined;
}
