/** Reads what was typed with commas or one a line; empty ones and repetitions are left out. */
export function readList(typed: string): string[] {
  const words = typed.split(/[,\n]/).map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== ""))];
}

/** Writes a list as it is typed. */
export function writeList(words: readonly string[]): string {
  return words.join(", ");
}

/** Why a list can't be kept as it was typed; undefined where it can. */
export function findListProblem(
  words: readonly string[],
  { most, longest }: { most: number; longest: number },
): string | undefined {
  if (words.length > most) return `At most ${most} are taken.`;
  const long = words.find((word) => word.length > longest);
  return long && `“${long.slice(0, 30)}…” is too long: at most ${longest} characters are taken.`;
}
