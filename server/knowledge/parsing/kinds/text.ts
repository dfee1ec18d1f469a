import type { ParsedParts } from "../ParsedDocument.ts";

/** Takes plain text as it is. */
export function parseText(text: string): ParsedParts {
  return { sections: [{ headings: [], text, position: { line: 1 } }] };
}
