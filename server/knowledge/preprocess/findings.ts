import type { Preprocessing, PreprocessedPage } from "../../../shared/contract/knowledge/preprocess.ts";
import { hashText } from "../passages/splitIntoPassages.ts";
import type { ReadDocument } from "../parsing/ReadDocument.ts";

/** What is found before a source is added, as the job tells it. */
export type Found = Pick<Preprocessing, "counts" | "pages" | "notes">;

export const nothingFound: Found = {
  counts: { found: 0, taken: 0, characters: 0, duplicates: 0, unreadable: 0, leftOut: 0 },
  pages: [],
  notes: [],
};

/** How many pages of each verdict are named; the others are counted. */
const mostNamed = 300;

const countOf = {
  taken: "taken",
  duplicate: "duplicates",
  unreadable: "unreadable",
  leftOut: "leftOut",
} as const;

type Place = Pick<PreprocessedPage, "name" | "url">;

/** Collects what is found, and tells it at each step. `known`: what the agent has already, by hash. */
export interface Findings {
  setFound(count: number): void;
  /** Takes a document, unless the same was met before. */
  take(place: Place, document: Pick<ReadDocument, "hash" | "characters" | "passages">): void;
  refuse(place: Place, verdict: "unreadable" | "leftOut", reason: string): void;
  note(sentence: string): void;
}

export function createFindings(known: ReadonlyMap<string, string>, tell: (found: Found) => void): Findings {
  const found: Found = structuredClone(nothingFound);
  const met = new Map<string, string>();

  function add(page: PreprocessedPage): void {
    const count = countOf[page.verdict];
    found.counts[count] += 1;
    if (page.verdict === "taken") found.counts.characters += page.characters;
    // All of it is in the job's row, which is written at each step.
    if (found.counts[count] <= mostNamed) found.pages.push(cutPage(page));
    tell(found);
  }

  return {
    setFound(count) {
      found.counts.found = Math.max(count, found.counts.found);
      tell(found);
    },
    take(place, { hash, characters, passages }) {
      const said = hashText(passages.map(({ text }) => text).join("\n"));
      const source = known.get(hash);
      const first = met.get(said);
      met.set(said, first ?? place.name);
      const reason = source
        ? `It is in “${source}” already.`
        : first === undefined
          ? null
          : `It says the same as “${first}”.`;
      add({ ...place, characters, verdict: reason === null ? "taken" : "duplicate", reason });
    },
    refuse: (place, verdict, reason) => add({ ...place, characters: 0, verdict, reason }),
    note(sentence) {
      found.notes.push(sentence);
      tell(found);
    },
  };
}

function cutPage(page: PreprocessedPage): PreprocessedPage {
  const cut = (text: string, most: number) => text.slice(0, most).toWellFormed();
  const { name, url, reason } = page;
  return { ...page, name: cut(name, 200), url: url && cut(url, 500), reason: reason && cut(reason, 400) };
}
