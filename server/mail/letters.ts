import { directionOf } from "../../shared/domain/chatLanguages.ts";
import type { ChatLanguage } from "../../shared/domain/chatLanguages.ts";
import { brandName } from "../../shared/domain/product.ts";
import { drawLetter } from "./drawLetter.ts";
import type { Letter } from "./letter.ts";
import { languages } from "../languages/languages.ts";
import type { LetterKind } from "../languages/letterWords.ts";

/** The recipients of a mail, and its language. */
export interface Addressee {
  to: string;
  language: ChatLanguage;
}

/** What is put into a letter. */
export interface LetterValues {
  /** Null where they have no name. */
  who?: string | null;
  organization?: string;
  email?: string;
  code?: string;
  webhook?: string;
  workflow?: string;
  /** What somebody is asked, or what went wrong. */
  title?: string;
  count?: string;
  percent?: string;
  limit?: string;
  /** Where the button leads. */
  url?: string;
}

/** Writes a letter in the language of who gets it. */
export function writeLetter(
  kind: LetterKind,
  { to, language }: Addressee,
  { who, url, ...values }: LetterValues = {},
): Letter {
  const { letters, aMember } = languages[language].mail;
  const { subject, says, button, small } = letters[kind];
  const dir = directionOf(language);
  const { organization, webhook, workflow, title } = values;
  const named = {
    ...values,
    ...(organization !== undefined && { organization: plain(organization) }),
    ...(webhook !== undefined && { webhook: plain(webhook) }),
    ...(workflow !== undefined && { workflow: plain(workflow) }),
    ...(title !== undefined && { title: plain(title) }),
    ...{ who: plain(who ?? aMember), brand: brandName },
  };
  const put = (template: string) => fill(template, named, dir);
  return drawLetter({
    ...{ to, language, dir, subject: put(subject), says: put(says), small: small.map(put) },
    ...(values.code !== undefined && { code: values.code }),
    ...(button !== undefined && url !== undefined && { button: { label: put(button), url } }),
  });
}

/** A value is often a stranger's text: from right to left it keeps its own direction, and turns nothing around beside it. */
export function fill(template: string, values: Record<string, string>, dir: "ltr" | "rtl"): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const plain = (values[name] ?? "").replace(/[\u202a-\u202e\u2066-\u2069]/g, "");
    return dir === "rtl" ? `\u2068${plain}\u2069` : plain;
  });
}

/**
 * A name as it appears in a mail to strangers: one line, and nothing that a mail program makes a link of. Otherwise the
 * owner of an organization's name could send others text and addresses in our name.
 */
export function plain(name: string): string {
  return flat(name.replace(/\p{Cc}/gu, " "))
    .replace(/[.:](?=[^\s.])/gu, "$&\u2060")
    .replace(/@(?=\S)/g, "@\u2060");
}

/** A line break in a text that a stranger wrote would begin a line of the letter's own. */
export function flat(text: string): string {
  return [...text.replace(/\s+/g, " ").trim()].slice(0, 120).join("");
}
