import { directionOf } from "../../shared/domain/chatLanguages.ts";
import { drawLetter } from "./drawLetter.ts";
import { languages } from "../languages/languages.ts";
import { fill, flat } from "./letters.ts";
import type { Letter } from "./letter.ts";
import type { Addressee } from "./letters.ts";

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
  kind: "assigned" | "unassigned" | "mentions" | "approvals";
  agent: string;
  count: number;
  /** How many more the address shows, which are left out. */
  muted: number;
  url: string;
  names: { visitor: string; title: string; url: string }[];
}

/** Writes a letter about what waits, in the language of who gets it. */
export function writeDigestLetter(
  { to, language }: Addressee,
  { organization, url, stopUrl, sections }: Digest,
): Letter {
  const words = languages[language].mail.digest;
  const dir = directionOf(language);
  const all = sections.reduce((sum, { count }) => sum + count, 0);
  const put = (template: string, values: Record<string, string> = {}) => fill(template, values, dir);
  const whole = { organization, count: String(all) };
  return drawLetter({
    ...{ to, language, dir, subject: put(words.subject, whole), says: put(words.says, whole) },
    button: { label: words.button, url },
    lists: sections.map(({ kind, agent, count, muted, names, ...section }) => {
      const further = count - names.length;
      return {
        heading: put(`{agent} · ${words[kind]}`, { agent: flat(agent), count: String(count) }),
        url: section.url,
        entries: names.map(({ visitor, title, url: at }) => ({
          label: put("{visitor}: {title}", { visitor: flat(visitor), title: flat(title) }),
          url: at,
        })),
        more: [
          ...(further > 0 ? [put(words.more, { count: String(further) })] : []),
          ...(muted > 0 ? [put(words.muted, { count: String(muted) })] : []),
        ],
      };
    }),
    small: [words.why],
    stop: { label: words.stop, url: stopUrl },
  });
}
