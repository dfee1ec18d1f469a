/** The first letters of "the first two words of the name" (specification 2), or undefined where there is no name. */
export function initialsOf(name: string): string | undefined {
  const words = name.trim().split(/\s+/).slice(0, 2);
  const letters = words.map((word) => firstCharacter(word).toLocaleUpperCase());
  return letters.join("") || undefined;
}

function firstCharacter(word: string): string {
  const [first] = new Intl.Segmenter().segment(word);
  return first?.segment ?? "";
}
