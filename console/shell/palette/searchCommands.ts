import type { Command } from "./command.ts";
import { matchText } from "./matchText.ts";

/** A command as it is listed, with the letters of its label that answer what was typed. */
export interface FoundCommand {
  command: Command;
  marked: readonly number[];
}

/** Under its title; without one where everything found is in one list. */
export interface FoundGroup {
  title: string | null;
  found: FoundCommand[];
}

interface Searched {
  commands: readonly Command[];
  typed: string;
  /** Ids, the newest first. */
  recent: readonly string[];
}

const recentShown = 5;
/** The most agents that are listed before anything is typed. */
const groupShown = 8;
const foundShown = 40;

/** Before anything is typed: what was used recently, then all groups. After that: the best answers first. */
export function searchCommands({ commands, typed, recent }: Searched): FoundGroup[] {
  if (!typed.trim()) return groupAll(commands, recent);
  const found = commands.flatMap((command, index) => {
    const match = matchText(
      typed,
      command.label,
      `${command.hint ?? ""} ${command.group} ${command.words ?? ""}`,
    );
    if (!match) return [];
    const used = recent.indexOf(command.id);
    const score = match.score + (used < 0 ? 0 : Math.max(2, 10 - used)) - index / 1000;
    return [{ command, marked: match.at, score }];
  });
  if (found.length === 0) return [];
  const best = found.toSorted((one, other) => other.score - one.score).slice(0, foundShown);
  return [{ title: null, found: best }];
}

function groupAll(commands: readonly Command[], recent: readonly string[]): FoundGroup[] {
  const used = recent
    .flatMap((id) => commands.find((command) => command.id === id) ?? [])
    .slice(0, recentShown);
  const listed = commands.filter(({ isOnlySearched }) => !isOnlySearched);
  const titles = [...new Set(listed.map(({ group }) => group))];
  const groups = titles.map((title) => ({
    title,
    found: listed
      .filter((command) => command.group === title && !used.includes(command))
      .slice(0, groupShown),
  }));
  return [{ title: "Recent", found: used }, ...groups]
    .filter(({ found }) => found.length > 0)
    .map(({ title, found }) => ({ title, found: found.map((command) => ({ command, marked: [] })) }));
}
