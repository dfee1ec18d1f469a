import type { CallWords } from "../call.ts";
import type { CardWords } from "../cards.ts";
import type { LauncherWords } from "../embed.ts";
import type { PluralForms } from "../language.ts";
import type { PartWords } from "../parts.ts";
import type { WidgetWords } from "../widget.ts";

/** All that the chat says in one language; a file that leaves a word out does not compile. */
export interface LanguageWords<Forms extends PluralForms = PluralForms> {
  widget: { [Key in keyof WidgetWords]: WidgetWords[Key] extends string ? string : Forms };
  parts: PartWords;
  cards: CardWords;
  call: CallWords;
  launcher: LauncherWords;
}

/** German counts in two forms. */
export type TwoForms = { one: string; other: string };

/** French, Spanish and Portuguese write whole millions with a form of their own. */
export type ThreeForms = { one: string; many: string; other: string };

/** Arabic counts in six forms. */
export type SixForms = Required<PluralForms>;
