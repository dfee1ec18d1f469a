import type { PdfLine } from "./joinLines.ts";

const linesLooked = 3;
const fewestPages = 3;
const share = 0.5;

/**
 * Finds the running titles and page numbers: lines at the top or bottom of pages that, numbers aside, stand
 * on most of them. They would cut sentences in two and be found by every question.
 */
export function findRepeated(pages: readonly PdfLine[][]): Set<PdfLine> {
  const places = new Map<string, PdfLine[]>();
  for (const lines of pages) {
    const edges = new Set([...lines.slice(0, linesLooked), ...lines.slice(-linesLooked)]);
    const seen = new Set<string>();
    for (const line of edges) {
      const shape = line.text.replace(/\d+/g, "#");
      if (seen.has(shape)) continue;
      seen.add(shape);
      places.set(shape, [...(places.get(shape) ?? []), line]);
    }
  }
  const most = Math.max(fewestPages, pages.length * share);
  return new Set([...places.values()].filter((lines) => lines.length >= most).flat());
}
