import type { ParsedParts } from "../ParsedDocument.ts";
import { dropPictures } from "../text/dropPictures.ts";
import { splitMarkdown } from "../text/splitMarkdown.ts";
import { tidyMarkdown } from "../text/tidyMarkdown.ts";

/** Reads Markdown; its front matter, where there is one, gives the title and the language only. */
export function parseMarkdown(text: string): ParsedParts {
  const front = frontMatter.map((form) => form.exec(text)?.[0]).find(Boolean) ?? "";
  const sections = splitMarkdown(dropPictures(tidyMarkdown(text.slice(front.length))), {
    firstLine: front.split("\n").length,
  });
  const readField = (name: string) =>
    new RegExp(`^["']?${name}["']?\\s*[:=]\\s*["']?(.+?)["']?\\s*$`, "m").exec(
      front.slice(0, longestFront),
    )?.[1];
  const title = readField("title") ?? sections[0]?.headings[0];
  return { ...(title && { title }), language: readField("lang(?:uage)?") ?? null, sections };
}

/** In YAML and in TOML. */
const frontMatter = [
  /^\ufeff?---[ \t]*\r?\n(?:[\s\S]*?\r?\n)?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/,
  /^\ufeff?\+\+\+[ \t]*\r?\n(?:[\s\S]*?\r?\n)?\+\+\+[ \t]*(?:\r?\n|$)/,
];

const longestFront = 10_000;
