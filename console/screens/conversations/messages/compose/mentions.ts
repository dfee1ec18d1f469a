import type { Mentioned } from "../../../../../shared/contract/conversations/messages/notes.ts";

/** The members and teams that can be mentioned, by name. */
export interface Nameable {
  people: readonly { id: string; name: string }[];
  teams: readonly { id: string; name: string }[];
}

/** Gives whom a text names by `@` and a whole name; where several have that name, all of them. */
export function findMentions(text: string, { people, teams }: Nameable): Mentioned {
  const known = [
    ...people.map((one) => ({ ...one, kind: "userIds" as const })),
    ...teams.map((one) => ({ ...one, kind: "teamIds" as const })),
  ];
  const found: Mentioned = { userIds: [], teamIds: [] };
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}])@/gu)) {
    const rest = text.slice(index + 1).toLowerCase();
    const named = known.filter(({ name }) => name !== "" && beginsWith(rest, name.toLowerCase()));
    const longest = Math.max(0, ...named.map(({ name }) => name.length));
    for (const { id, kind, name } of named) {
      if (name.length === longest && !found[kind].includes(id)) found[kind].push(id);
    }
  }
  return found;
}

/** A name ends where a word ends. */
function beginsWith(text: string, name: string): boolean {
  return text.startsWith(name) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length));
}
