import Papa from "papaparse";

const delimiters = [",", ";", "\t", "|"];
const rowsLooked = 20;

/** The line that Excel writes before a table to say what parts its cells. */
export const delimiterLine = /^\ufeff?"?sep=(.)"?\r?\n/i;

/** Gives the sign that parts the cells of a table: the one it names, else the one that gives the most rows of the same width. */
export function sniffDelimiter(text: string): { delimiter: string; isSure: boolean } | undefined {
  const named = delimiterLine.exec(text)?.[1];
  if (named) return { delimiter: named, isSure: true };
  let best: { delimiter: string; isSure: boolean; agreement: number; width: number } | undefined;
  for (const delimiter of delimiters) {
    const { data } = Papa.parse<string[]>(text.slice(0, 100_000), {
      delimiter,
      preview: rowsLooked,
      skipEmptyLines: "greedy",
    });
    const widths = data.map((row) => row.length);
    // Lines about the table may stand over it.
    const width = widths.find((each) => each > 1) ?? 1;
    if (width < 2) continue;
    const agreement = widths.filter((each) => each === width).length / widths.length;
    const isBetter =
      !best || agreement > best.agreement || (agreement === best.agreement && width > best.width);
    if (isBetter) best = { delimiter, agreement, width, isSure: agreement === 1 && data.length > 2 };
  }
  return best;
}
