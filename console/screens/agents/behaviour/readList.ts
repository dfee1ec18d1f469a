/** Reads what was typed with commas or one a line; empty ones and repetitions are left out. */
export function readList(typed: string): string[] {
  const words = typed.split(/[,\n]/).map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== ""))];
}

/** Writes a list as it is typed. */
export function writeList(words: readonly string[]): string {
  return words.join(", ");
}
