/** Gives the signs like `{name}` that a text of ours has and the one in its place has not; none for an empty one. */
export function missingSigns(ours: string, theirs: string): string[] {
  if (!theirs.trim()) return [];
  const signs = new Set(ours.match(/\{\w+\}/g));
  return [...signs].filter((sign) => !theirs.includes(sign));
}
