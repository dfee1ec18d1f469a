import { stemmer as stemDanish } from "@orama/stemmers/danish";
import { stemmer as stemDutch } from "@orama/stemmers/dutch";
import { stemmer as stemFinnish } from "@orama/stemmers/finnish";
import { stemmer as stemFrench } from "@orama/stemmers/french";
import { stemmer as stemGerman } from "@orama/stemmers/german";
import { stemmer as stemHungarian } from "@orama/stemmers/hungarian";
import { stemmer as stemItalian } from "@orama/stemmers/italian";
import { stemmer as stemNorwegian } from "@orama/stemmers/norwegian";
import { stemmer as stemPortuguese } from "@orama/stemmers/portuguese";
import { stemmer as stemRomanian } from "@orama/stemmers/romanian";
import { stemmer as stemRussian } from "@orama/stemmers/russian";
import { stemmer as stemSpanish } from "@orama/stemmers/spanish";
import { stemmer as stemSwedish } from "@orama/stemmers/swedish";
import { stemmer as stemTurkish } from "@orama/stemmers/turkish";
import type { TermLanguage } from "./languages.ts";
import { stemArabic } from "./stemArabic.ts";
import { stemEnglish } from "./stemEnglish.ts";
import { stemPolish } from "./stemPolish.ts";

const stemmers: Record<TermLanguage, (word: string) => string> = {
  en: stemEnglish,
  de: stemGerman,
  fr: stemFrench,
  es: stemSpanish,
  it: stemItalian,
  pt: stemPortuguese,
  nl: stemDutch,
  sv: stemSwedish,
  no: stemNorwegian,
  da: stemDanish,
  fi: stemFinnish,
  ru: (word) => stemRussian(word.replaceAll("ё", "е")),
  hu: stemHungarian,
  // The stemmer knows the letters as old computers wrote them, with a cedilla.
  ro: (word) => stemRomanian(word.replaceAll("ș", "ş").replaceAll("ț", "ţ")),
  tr: stemTurkish,
  pl: stemPolish,
  ar: stemArabic,
};

/** Gives the stem of a lower-case word in a language, its accents as they stand: they tell one ending from another. */
export function stemWord(word: string, language: TermLanguage): string {
  return stemmers[language](word);
}
