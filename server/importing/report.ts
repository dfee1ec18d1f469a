/** What an import took and left. */
export interface ImportReport {
  took(what: string, count?: number): void;
  /** It was taken by an import before. */
  known(what: string, count?: number): void;
  left(what: string, example?: string): void;
  write(isDryRun: boolean): string;
}

const mostExamples = 3;

/** Counts, and keeps some names of what is left out, without the signs that a terminal would obey. */
export function createReport(): ImportReport {
  const taken = new Map<string, { taken: number; known: number }>();
  const left = new Map<string, { count: number; examples: string[] }>();
  const rowOf = (what: string) => {
    const row = taken.get(what) ?? { taken: 0, known: 0 };
    taken.set(what, row);
    return row;
  };
  return {
    took: (what, count = 1) => void (rowOf(what).taken += count),
    known: (what, count = 1) => void (rowOf(what).known += count),
    left(what, example) {
      const row = left.get(what) ?? { count: 0, examples: [] };
      row.count += 1;
      if (example && row.examples.length < mostExamples)
        row.examples.push(example.replace(/\p{Cc}+/gu, " ").slice(0, 80));
      left.set(what, row);
    },
    write(isDryRun) {
      const head = isDryRun ? "Would import (nothing was changed):" : "Imported:";
      const lines = [...taken].map(
        ([what, row]) => `  ${what}: ${row.taken}${row.known > 0 ? `, already here: ${row.known}` : ""}`,
      );
      const missing = [...left].map(([what, { count, examples }]) => {
        const names = examples.join(", ") + (count > examples.length ? ", …" : "");
        return `  ${what}: ${count}${examples.length > 0 ? ` (${names})` : ""}`;
      });
      return [
        head,
        ...(lines.length > 0 ? lines : ["  nothing"]),
        ...(missing.length > 0 ? ["Left out:", ...missing] : []),
      ].join("\n");
    },
  };
}
