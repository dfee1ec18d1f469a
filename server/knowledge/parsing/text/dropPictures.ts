/**
 * Takes pictures out of Markdown: what an author wrote for those who can't see one describes it, and would be quoted as a
 * fact. It stays where a picture is all that a heading or a cell of a table has, and where a page has nothing else. Lines
 * stay where they are.
 */
export function dropPictures(markdown: string): string {
  if (!markdown.includes("![")) return markdown;
  const without = eachTextLine(markdown, dropFromLine);
  return hasWords(without) ? without : eachTextLine(markdown, (line) => line.replace(picture, "$1"));
}

/** With a title or spaces in its address, too, and by the name of a definition elsewhere. */
const picture = /!\[([^\]\n]{0,1000})\](?:\((?:[^()\n]|\([^()\n]{0,500}\)){0,2000}\)|\[[^\]\n]{0,200}\])/g;
const emptyLink = /\[\s*\]\([^()\n]{0,2000}\)/g;

function dropFromLine(line: string): string {
  if (!line.includes("![")) return line;
  if (/^\s*\|/.test(line))
    return line
      .split(/(?<!\\)\|/)
      .map(dropFromCell)
      .join("|");
  const heading = /^(\s{0,3}#{1,6}\s+)(.*)$/.exec(line);
  if (heading) return `${heading[1]}${dropFromCell(heading[2] ?? "")}`;
  return line.replace(picture, "").replace(emptyLink, "").trimEnd();
}

function dropFromCell(cell: string): string {
  const rest = cell.replace(picture, "").replace(emptyLink, "");
  return rest.trim() === "" ? cell.replace(picture, "$1").replace(/\[([^\]]*)\]\([^()\n]*\)/g, "$1") : rest;
}

/** Code shows how a picture is written, and is left as it is. */
function eachTextLine(markdown: string, change: (line: string) => string): string {
  let fence: string | undefined;
  return markdown
    .split("\n")
    .map((line) => {
      const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
      const isCode = fence !== undefined || mark !== undefined;
      if (fence === undefined) fence = mark;
      else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
      return isCode ? line : change(line);
    })
    .join("\n");
}

function hasWords(markdown: string): boolean {
  return /[\p{L}\p{N}]/u.test(markdown.replace(/^#{1,6}\s.*$/gm, ""));
}
