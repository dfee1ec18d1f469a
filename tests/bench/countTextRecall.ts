/** Gives the share of the words of the expected Markdown that a text has, each counted as often as it stands there. */
export function countTextRecall(text: string, expected: string): number {
  const has = countWords(text);
  let wanted = 0;
  let found = 0;
  for (const [word, count] of countWords(joinMerged(expected))) {
    wanted += count;
    found += Math.min(count, has.get(word) ?? 0);
  }
  return wanted === 0 ? 1 : found / wanted;
}

/** A cell that says the same as the one beside it or above it is a merged one, written as often as it is wide and high. */
function joinMerged(markdown: string): string {
  let above: string[] = [];
  return markdown
    .split("\n")
    .map((line) => {
      const cells = line.startsWith("|") ? line.split(/(?<!\\)\|/).map((cell) => cell.trim()) : [];
      if (cells.length > 0 && cells.every((cell) => /^:?-*:?$/.test(cell))) return line;
      const kept = cells.filter((cell, at) => cell !== cells[at - 1] && cell !== above[at]);
      above = cells;
      return cells.length > 0 ? kept.join(" | ") : line;
    })
    .join("\n");
}

/** Words without marks of Markdown; in scripts without spaces every character is one. */
const words = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu;

function countWords(markdown: string): Map<string, number> {
  const plain = markdown
    .normalize("NFKC")
    .replace(/<!--[\s\S]*?-->/g, " ")
    .replace(/\]\([^)\s]*\)/g, "] ")
    .replace(/&(?:amp|lt|gt|quot|nbsp);/g, " ")
    .replace(/\\(?=\p{P}|\p{S})/gu, "");
  const counts = new Map<string, number>();
  for (const [word] of plain.toLowerCase().matchAll(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
