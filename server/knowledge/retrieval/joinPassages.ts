/** Joins passages that follow each other on a page: a list that was cut between two continues as one. */
export function joinPassages(texts: readonly string[]): string {
  return texts
    .filter((text) => text !== "")
    .reduce((before, text) => `${before}${continuesList.test(text) ? "\n" : "\n\n"}${text}`, "")
    .replace(/^\n+/, "");
}

const continuesList = /^\s*(?:[-*+•]|\d{1,3}[.)])\s|^\s{2,}\S/;
