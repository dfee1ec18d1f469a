import type { AgentConfiguration } from "../../../shared/contract/agents/agents.ts";
import type { PortableFile } from "../../../shared/contract/agents/portable.ts";
import { hideSecrets, hideSecretsOfUrl } from "../../../shared/domain/hideSecrets.ts";

/** Something that leaves the installation, and where in it a secret stood that was taken out. */
export interface Stripped<Value> {
  value: Value;
  places: string[];
}

/** The most places that a file names. */
export const mostPlaces = 100;

/**
 * Takes what looks like a secret out of every text of a value, whatever it belongs to: people paste keys into
 * instructions, and a website's address can carry a password.
 */
export function stripSecrets<Value>(value: Value, name: string): Stripped<Value> {
  const places: string[] = [];
  const walk = (one: unknown, path: string): unknown => {
    if (typeof one === "string") return clean(one, path);
    if (Array.isArray(one)) return one.map((child, index) => walk(child, `${path}.${index + 1}`));
    if (typeof one !== "object" || one === null) return one;
    return Object.fromEntries(
      Object.entries(one).map(([key, child]) => [
        key,
        key === "icon" ? child : walk(child, `${path}.${key}`),
      ]),
    );
  };
  const clean = (text: string, path: string) => {
    const { text: rest, found } = /^https?:\/\/\S+$/.test(text) ? hideSecretsOfUrl(text) : hideSecrets(text);
    if (found > 0) places.push(path.slice(0, 200));
    return rest;
  };
  return { value: walk(value, name) as Value, places }; // the same shape, texts for texts
}

/**
 * Takes secrets out of a file that somebody wrote, or that another installation made, and says where they stood. A team is nobody
 * else's: an id of one that is written into a file goes, too.
 */
export function stripFile({ requires, ...file }: PortableFile): PortableFile {
  const { value, places } = stripSecrets(file, "file");
  const stood = places.map((place) => place.replace(/^file\./, ""));
  const secrets = [...new Set([...requires.secrets, ...stood])].slice(0, mostPlaces);
  return { ...value, agent: withoutTeam(value.agent), requires: { ...requires, secrets } };
}

/** What travels of who is given conversations: how, but not which team of this organization. */
export function withoutTeam<Configuration extends Pick<AgentConfiguration, "assignment">>(
  configuration: Configuration,
): Configuration {
  return { ...configuration, assignment: { ...configuration.assignment, teamId: null } };
}
