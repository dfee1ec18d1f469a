import { cutText } from "./cutText.ts";
import { readTable } from "./readTable.ts";
import type { Piece } from "./piece.ts";

interface Block {
  lines: string[];
  line: number;
}

/** Gives the pieces of a section's Markdown in their order, none much longer than `target`. */
export function readPieces(text: string, { target }: { target: number }): Piece[] {
  return readBlocks(text.split("\n")).flatMap((block) => {
    const table = readTable(block.lines, { target });
    const pieces =
      table ?? (fence.test(block.lines[0] ?? "") ? readCode(block, target) : readText(block, target));
    return pieces.map((piece, index) => ({
      ...piece,
      line: block.line + piece.line,
      join: index === 0 ? "\n\n" : piece.join,
    }));
  });
}

const fence = /^ {0,3}(`{3,}|~{3,})/;

/** Blocks are between empty lines; in code, empty lines part nothing. */
function readBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let block: Block | undefined;
  let open: string | undefined;
  lines.forEach((line, index) => {
    const mark = fence.exec(line)?.[1];
    if (!open && mark) {
      block = undefined;
      open = mark;
    } else if (open && mark?.startsWith(open) && line.trim() === mark) {
      block?.lines.push(line);
      block = undefined;
      open = undefined;
      return;
    } else if (!open && line.trim() === "") {
      block = undefined;
      return;
    }
    if (!block) blocks.push((block = { lines: [], line: index }));
    block.lines.push(line);
  });
  return blocks;
}

function readCode({ lines }: Block, target: number): Piece[] {
  const open = lines[0] ?? "";
  const mark = fence.exec(open)?.[1] ?? "```";
  const isClosed = lines.length > 1 && lines.at(-1)?.trim() === mark;
  const frame = { open: `${open}\n`, close: `\n${mark}` };
  return lines.slice(1, isClosed ? -1 : undefined).flatMap((line, index) =>
    cutText(line, target).map(({ text, join }, part) => ({
      text,
      join: part === 0 ? "\n" : join,
      line: index + 1,
      frame,
    })),
  );
}

/** Lines of a list, and others that were meant to stand alone, are pieces; a paragraph is one while it is short. */
function readText({ lines }: Block, target: number): Piece[] {
  const isList = lines.some((line) => /^\s*(?:[-*+•]|\d{1,3}[.)])\s/.test(line));
  const whole = lines.join("\n");
  if (!isList && whole.length <= target) return [{ text: whole, join: "\n\n", line: 0 }];
  return lines.flatMap((line, index) =>
    cutText(line, target).map(({ text, join }, part) => ({
      text,
      join: part === 0 ? "\n" : join,
      line: index,
    })),
  );
}
