/** A page, or a part of one, that the search finds. */
export interface Findable {
  title: string;
  /** Below the docs' address. */
  href: string;
  /** Shown below the title, and searched as well. */
  summary: string;
  text?: string;
}

export interface DocsIndex {
  /** Gives the best matches, the best one first. */
  search(query: string): Findable[];
}

const mostFound = 20;
/** A word of the title says more than one of the text. */
const titleWeight = 5;

/** Makes the index of the docs in memory. It has a few hundred entries, so it asks no other program. */
export function createDocsIndex(pages: readonly Findable[]): DocsIndex {
  const entries = pages.map((page) => ({
    page,
    title: splitWords(page.title),
    text: splitWords(`${page.summary} ${page.text ?? ""}`),
  }));
  return {
    search(query) {
      const words = splitWords(query);
      if (words.length === 0) return [];
      const scored = entries.map(({ page, title, text }) => {
        const scores = words.map((word) => titleWeight * count(title, word) + Math.min(3, count(text, word)));
        // Each word has to be somewhere.
        return { page, score: scores.includes(0) ? 0 : scores.reduce((sum, one) => sum + one, 0) };
      });
      return scored
        .filter(({ score }) => score > 0)
        .toSorted((one, other) => other.score - one.score)
        .slice(0, mostFound)
        .map(({ page }) => page);
    },
  };
}

/** How many words begin with this one, so that "back" finds backups as well. */
function count(words: readonly string[], beginning: string): number {
  return words.filter((word) => word.startsWith(beginning)).length;
}

function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
