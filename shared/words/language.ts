import { directionOf } from "../domain/chatLanguages.ts";

/** Forms of a sentence by count, as Intl.PluralRules calls them; `{count}` is replaced. */
export interface PluralForms {
  zero?: string;
  one?: string;
  two?: string;
  few?: string;
  many?: string;
  other: string;
}

let current = "en";

/** The language that dates, numbers and plurals follow now (a BCP 47 tag). */
export function language(): string {
  return current;
}

/** Chooses the language; one that the browser doesn't know falls back to English. */
export function setLanguage(tag: string): void {
  const [known = "en"] = Intl.PluralRules.supportedLocalesOf([tag]);
  current = known;
}

/**
 * Replaces words of a catalog by those of another language; what that one leaves out stays as it is. Catalogs are read
 * when something is drawn, so choose the language before the first drawing or redraw afterwards.
 */
export function translate<Words extends object>(catalog: Words, words: Partial<Words>): void {
  Object.assign(catalog, words);
}

/**
 * Puts values where their names are in braces: `fill("{name} is here", { name })`. A value is often a stranger's text:
 * it can't turn around what is beside it.
 */
export function fill(template: string, values: Record<string, string | number>): string {
  return template.replace(/\{(\w+)\}/g, (sign, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return sign;
    return typeof value === "number" ? String(value) : isolate(value);
  });
}

/** Overrides and embeddings of direction go; in a language from right to left a text keeps its own direction. */
function isolate(text: string): string {
  const plain = text.replace(/[\u202a-\u202e\u2066-\u2069]/g, "");
  return directionOf(current) === "rtl" && plain ? `\u2068${plain}\u2069` : plain;
}

/** The form that fits the count in the current language, with the count written as people there write it. */
export function plural(count: number, forms: PluralForms): string {
  const form = forms[new Intl.PluralRules(current).select(count)] ?? forms.other;
  return form.replace("{count}", count.toLocaleString(current));
}
