import type { StoredCollection, StoredColumn } from "./tables.ts";

/** Gives each collection with a word that no other one has, as a part of the names of its tools. */
export function nameCollections(
  collections: readonly StoredCollection[],
): { collection: StoredCollection; word: string }[] {
  const taken = new Set<string>();
  return collections.map((collection) => ({
    collection,
    word: nameWord(collection.name, "collection", taken),
  }));
}

/** Gives each column with a word that no other one has, as the name of an input. */
export function nameColumns(
  columns: readonly StoredColumn[],
  taken: Set<string>,
): { column: StoredColumn; word: string }[] {
  return columns.map((column) => {
    // An input's name begins with a letter, and none is called as a part of every object.
    const name = column.name.replace(/^(?=[^\p{L}]|constructor$|prototype$)/iu, "column ");
    return { column, word: nameWord(name, "column", taken) };
  });
}

/** Letters that every provider takes in a tool's name; of a name in another script its place is left. */
function nameWord(name: string, otherwise: string, taken: Set<string>): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const word =
    plain
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^_|_$/g, "")
      .slice(0, 40) || otherwise;
  let free = word;
  for (let number = 2; taken.has(free); number += 1) free = `${word}_${number}`;
  taken.add(free);
  return free;
}
