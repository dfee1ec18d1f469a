/** A draft as a person sends it: the numbers of its sources stand beside it for whoever sends it, and lead visitors nowhere. */
export function withoutMarks(text: string): string {
  return text.replace(/[ \t]?\[\d{1,3}\](?!\()/g, "").trim();
}
