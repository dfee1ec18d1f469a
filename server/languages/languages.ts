import type { ChatLanguage } from "../../shared/domain/chatLanguages.ts";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { it } from "./it.ts";
import type { ChatWords, SpokenWords } from "./language.ts";
import { nl } from "./nl.ts";
import { pt } from "./pt.ts";

/** What the server says, by language. Of two languages that a text may be in, the first one counts. */
export const languages = { en, de, fr, es, it, nl, pt, ar } satisfies Record<ChatLanguage, ChatWords> &
  Record<string, SpokenWords>;

export type SpokenLanguage = keyof typeof languages;
export const spokenLanguages = Object.keys(languages) as SpokenLanguage[]; // its keys are they
