import type { Section } from "../ParsedDocument.ts";

interface Heading {
  level: number;
  text: string;
  anchor?: string;
}

/**
 * Gives the stretches of a Markdown text between its headings, each with the headings above it. Lines are
 * told when `firstLine` is given: generated Markdown has none worth telling.
 */
export function splitMarkdown(markdown: string, { firstLine }: { firstLine?: number } = {}): Section[] {
  const lines = markdown.split(/\r\n?|\n/);
  const sections: Section[] = [];
  const above: Heading[] = [];
  let body: string[] = [];
  let startedAt = 0;
  let fence: string | undefined;

  const close = (isParent: boolean) => {
    const text = body.join("\n").trim();
    const last = above.at(-1);
    // A heading with nothing under it is all that its author wrote: it must not get lost.
    if (text || (last && !isParent)) {
      const skipped = text ? body.findIndex((line) => line.trim() !== "") : 0;
      sections.push({
        headings: above.map((heading) => heading.text),
        text: text || (last?.text ?? ""),
        position: firstLine === undefined ? {} : { line: firstLine + startedAt + skipped },
        ...(last?.anchor && { anchor: last.anchor }),
      });
    }
    body = [];
  };

  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    } else if (mark) fence = mark;

    const heading = fence || mark ? undefined : readHeading(line, lines[index + 1]);
    if (!heading) {
      body.push(line);
      continue;
    }
    close(heading.level > (above.at(-1)?.level ?? 0));
    while ((above.at(-1)?.level ?? 0) >= heading.level) above.pop();
    above.push(heading);
    if (heading.isUnderlined) index++;
    startedAt = index + 1;
  }
  close(false);
  return sections;
}

function readHeading(line: string, next = ""): (Heading & { isUnderlined: boolean }) | undefined {
  if (line.length > longestHeading) return undefined;
  const marked = /^ {0,3}(#{1,6})[ \t]+(.*)$/.exec(line);
  const name = marked?.[2]?.trim().replace(/(?:^| )#+$/, "");
  if (marked?.[1] && name) return { level: marked[1].length, ...readName(name), isUnderlined: false };
  const underline = /^ {0,3}(=+|-{2,})[ \t]*$/.exec(next)?.[1];
  if (!underline || !/^ {0,3}[\p{L}\p{N}*_"'“‘(]/u.test(line) || line.includes("|")) return undefined;
  if (/^\s*(?:[-*+]|\d+[.)])\s/.test(line)) return undefined;
  return { level: underline.startsWith("=") ? 1 : 2, ...readName(line), isUnderlined: true };
}

/** A longer line is a paragraph, whatever its author wrote before it. */
const longestHeading = 1000;

function readName(written: string): { text: string; anchor?: string } {
  const anchor = /\s*\{#([^}\s]+)\}\s*$/.exec(written);
  const text = (anchor ? written.slice(0, anchor.index) : written)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*_`]{1,3}(\S.*?)[*_`]{1,3}/g, "$1")
    .replace(/\\([\\`*_{}[\]()#+.!|-])/g, "$1")
    .trim();
  return { text, ...(anchor?.[1] && { anchor: anchor[1] }) };
}
