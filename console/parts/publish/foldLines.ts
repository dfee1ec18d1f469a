import type { DiffLine } from "../../../shared/domain/versions/lineDiff.ts";

export type ShownLine = DiffLine | { kind: "folded"; count: number };

/** How many unchanged lines stay around each change, to tell where it is. */
const around = 2;

/** Takes out what is the same far from any change, and says how much that is; a single line is not worth it. */
export function foldLines(lines: readonly DiffLine[]): ShownLine[] {
  const shown: ShownLine[] = [];
  let hidden: DiffLine[] = [];
  const settle = () => {
    if (hidden.length > 1) shown.push({ kind: "folded", count: hidden.length });
    else shown.push(...hidden);
    hidden = [];
  };
  lines.forEach((line, at) => {
    const nearby = lines.slice(Math.max(0, at - around), at + around + 1);
    if (nearby.some(({ kind }) => kind !== "same")) {
      settle();
      shown.push(line);
    } else hidden.push(line);
  });
  settle();
  return shown;
}
