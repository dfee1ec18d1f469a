import type { CallWords } from "./call.ts";
import type { CardWords } from "./cards.ts";
import type { LauncherWords } from "./embed.ts";
import type { PluralForms } from "./language.ts";
import type { PartWords } from "./parts.ts";
import type { FirstWords, WidgetWords } from "./widget.ts";

/** All words of the chat. A key names one: `placeholder`, `parts.copy`, `cards.send`, `newMessages.one`. */
export interface Catalogs {
  widget: FirstWords;
  /** As with cards, of what is drawn after the first picture. */
  later: Partial<WidgetWords>;
  parts: PartWords;
  launcher: LauncherWords;
  /** What differs from English, which comes with the cards. */
  cards: Partial<CardWords>;
  /** As with cards, of calls. */
  call: Partial<CallWords>;
}

/**
 * Puts words that an owner or a page wrote over those of a catalog, in place. Keys that nobody knows and values that are
 * no text are left out: they come from outside.
 */
export function replaceWords(
  { widget, later, parts, launcher, cards, call }: Partial<Catalogs>,
  replaced: Record<string, unknown> = {},
): void {
  for (const [key, text] of Object.entries(replaced)) {
    if (typeof text !== "string") continue;
    if (key.startsWith("parts.")) put(parts, key.slice(6), text);
    else if (key.startsWith("launcher.")) put(launcher, key.slice(9), text);
    // Their English is not here: a name that nobody knows is never read.
    else if (key.startsWith("cards.")) Object.assign(cards ?? {}, { [key.slice(6)]: text });
    else if (key.startsWith("call.")) Object.assign(call ?? {}, { [key.slice(5)]: text });
    else {
      put(widget, key, text);
      Object.assign(later ?? {}, { [key]: text });
    }
  }
}

function put(catalog: object | undefined, key: string, text: string): void {
  const words = catalog as Record<string, string | PluralForms> | undefined; // every catalog is made of these
  const [name = "", form] = key.split(".");
  const before = words && Object.hasOwn(words, name) ? words[name] : undefined;
  if (words && form === undefined && typeof before === "string") words[name] = text;
  // The forms belong to the language's own catalog: a copy takes the change.
  if (words && form && typeof before === "object" && isForm(form)) words[name] = { ...before, [form]: text };
}

const forms: readonly string[] = ["zero", "one", "two", "few", "many", "other"];

function isForm(name: string): boolean {
  return forms.includes(name);
}
