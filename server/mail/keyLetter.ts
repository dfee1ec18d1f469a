import { directionOf } from "../../shared/domain/chatLanguages.ts";
import { drawLetter } from "./drawLetter.ts";
import { languages } from "../languages/languages.ts";
import { fill, flat } from "./letters.ts";
import type { Letter } from "./letter.ts";
import type { Addressee } from "./letters.ts";
import type { KeyRefusedWords } from "../languages/letterWords.ts";

/** A model key that is refused, as a letter tells it. */
export interface RefusedKey {
  key: string;
  provider: string;
  organization: string;
  /** Where the button leads; null where nobody knows by which address the console is reached. */
  url: string | null;
  uses: KeyUse[];
}

/** The users of the key, and what does the work meanwhile. */
export interface KeyUse {
  user: keyof KeyRefusedWords["user"];
  /** Its name, where it is an agent. */
  agent?: string;
  instead: keyof KeyRefusedWords["instead"];
  /** The name of another key, or of another model, that does it. */
  name?: string;
}

/** More agents than these are counted. */
const mostNames = 20;

/** Writes a letter about a model key that is refused, in the language of who gets it. */
export function writeKeyLetter(
  { to, language }: Addressee,
  { key, provider, organization, url, uses }: RefusedKey,
): Letter {
  const words = languages[language].mail.keyRefused;
  const dir = directionOf(language);
  const put = (template: string, values: Record<string, string>) => fill(template, values, dir);
  const whole = { key: flat(key), provider: flat(provider), organization: flat(organization) };
  const tell = ({ user, agent = "", instead, name = "" }: KeyUse) =>
    put(`${words.user[user]}: ${words.instead[instead]}`, {
      agent: flat(agent),
      other: flat(name),
      model: flat(name),
    });
  const agents = uses.filter(({ agent }) => agent !== undefined);
  const defaults = uses.filter(({ agent }) => agent === undefined);
  const further = agents.length - mostNames;
  const more = further > 0 ? [put(words.more, { count: String(further) })] : [];
  return drawLetter({
    ...{ to, language, dir, subject: put(words.subject, whole), says: put(words.says, whole) },
    ...(url !== null && { button: { label: words.button, url } }),
    lists: [
      {
        heading: put(words.agents, { count: String(agents.length) }),
        entries: [],
        more: [...agents.slice(0, mostNames).map(tell), ...more],
      },
      { heading: words.defaults, entries: [], more: defaults.map(tell) },
    ].filter((list) => list.more.length > 0),
    small: uses.length > 0 ? words.small : [words.unused, ...words.small],
  });
}
