import { directionOf } from "../../shared/domain/chatLanguages.ts";
import type { ChatLanguage } from "../../shared/domain/chatLanguages.ts";
import { brandName } from "../../shared/domain/product.ts";
import { drawLetter, escape } from "./drawLetter.ts";
import { catalogues, fill } from "./letters.ts";
import type { Addressee, Letter } from "./letters.ts";

/** What waits, as a letter tells it. */
export interface Digest {
  organization: string;
  /** Where the button leads. */
  url: string;
  /** Ends these letters. */
  stopUrl: string;
  sections: DigestSection[];
}

interface DigestSection {
  kind: "assigned" | "unassigned" | "mentions";
  agent: string;
  count: number;
  url: string;
  names: { visitor: string; title: string; url: string }[];
}

/** Writes a letter about what waits, in the language of who gets it. */
export function writeDigestLetter(
  { to, language }: Addressee,
  { organization, url, stopUrl, sections }: Digest,
): Letter {
  const words = catalogues[language].digest;
  const dir = directionOf(language);
  const all = sections.reduce((sum, { count }) => sum + count, 0);
  const put = (template: string, values: Record<string, string> = {}) => fill(template, values, dir);
  const whole = { organization, count: String(all) };
  return drawLetter({
    ...{ to, language, dir, subject: put(words.subject, whole), says: put(words.says, whole) },
    button: { label: words.button, url },
    lists: sections.map(({ kind, agent, count, names, ...section }) => {
      const further = count - names.length;
      return {
        heading: put(`{agent} · ${words[kind]}`, { agent: flat(agent), count: String(count) }),
        url: section.url,
        entries: names.map(({ visitor, title, url: at }) => ({
          label: put("{visitor}: {title}", { visitor: flat(visitor), title: flat(title) }),
          url: at,
        })),
        ...(further > 0 && { more: put(words.more, { count: String(further) }) }),
      };
    }),
    small: [words.why],
    stop: { label: words.stop, url: stopUrl },
  });
}

/** What the page that ends the letters does: it asks first, and ends nothing by a link that is no longer good. */
export type StopState = "asking" | "stopped" | "notGood";

/** Draws the page that ends the letters: with its button, or with what there is to say. */
export function drawStopPage(language: ChatLanguage, state: StopState): string {
  const words = catalogues[language].digest;
  const body =
    state === "asking"
      ? `<form method="post"><button>${escape(words.stop)}</button></form>`
      : `<p role="status">${escape(words[state])}</p>`;
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escape(words.stop)}</title></head>
<body><main><h1>${escape(brandName)}</h1>
${body}</main></body></html>
`;
}

/** A line break in a text that a stranger wrote would begin a line of the letter's own. */
function flat(text: string): string {
  return [...text.replace(/\s+/g, " ").trim()].slice(0, 120).join("");
}
