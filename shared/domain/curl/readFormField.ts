import { CurlProblem } from "./CurlProblem.ts";

/** One part of a multipart form. */
export interface CurlFormField {
  name: string;
  value: string;
  fileName?: string;
  contentType?: string;
}

/** Reads `name=content;type=…;filename=…` of `-F`. */
export function readFormField(text: string, warnings: Set<string>): CurlFormField {
  const at = text.indexOf("=");
  if (at < 0) throw new CurlProblem("-F needs name=value.");
  const name = text.slice(0, at);
  const content = text.slice(at + 1);
  if (/^[@<]/.test(content))
    throw new CurlProblem(
      `-F ${name.slice(0, 60)}=${content.charAt(0)}… sends a file. Files can't be imported; remove that part.`,
    );
  if (content.startsWith("(") || text === "=)")
    throw new CurlProblem("-F with parts inside of parts can't be imported.");

  const value = readWord(content.replace(/^[ \t]+/, ""), warnings);
  const field: CurlFormField = { name, value: value.word };
  let rest = value.rest;
  let isAfterType = false;
  while (rest.startsWith(";")) {
    const part = rest.slice(1).replace(/^[ \t]+/, "");
    const [, key = ""] = /^(type|filename|encoder|headers)=/i.exec(part) ?? [];
    if (/^(?:headers|encoder)$/i.test(key))
      throw new CurlProblem(`-F with ${key}= can't be imported. Remove it.`);
    if (key.toLowerCase() === "type") {
      const [type = ""] = /^[^;]*/.exec(part.slice(5)) ?? [];
      field.contentType = type.trim();
      rest = part.slice(5 + type.length);
    } else if (key) {
      const read = readWord(part.slice(9), warnings);
      field.fileName = read.word;
      rest = read.rest;
    } else {
      const [other = ""] = /^[^;]*/.exec(part) ?? [];
      // What follows a type directly belongs to it, such as `charset=utf-8`.
      if (isAfterType && field.contentType !== undefined)
        field.contentType += `${rest.slice(0, rest.length - part.length)}${other.trimEnd()}`;
      else warnings.add(`-F ${name.slice(0, 60)}: curl leaves out what follows a semicolon.`);
      rest = part.slice(other.length);
      continue;
    }
    isAfterType = key.toLowerCase() === "type";
  }
  const contentType = field.contentType ?? guessType(field.fileName ?? "");
  return { ...field, ...(contentType !== undefined && { contentType }) };
}

/** A value ends at a semicolon unless it is in quotation marks. */
function readWord(text: string, warnings: Set<string>): { word: string; rest: string } {
  const quoted = /^"((?:[^"\\]|\\[\s\S])*)"/.exec(text);
  if (!quoted) {
    const [word = ""] = /^[^;]*/.exec(text) ?? [];
    return { word: word.replace(/[ \t\n\r\f\v]+$/, ""), rest: text.slice(word.length) };
  }
  const after = text.slice(quoted[0].length);
  const [trailing = ""] = /^[^;]*/.exec(after) ?? [];
  if (trailing.trim() !== "")
    warnings.add("-F: curl leaves out what follows a closing quotation mark within a value.");
  return { word: (quoted[1] ?? "").replace(/\\([\\"])/g, "$1"), rest: after.slice(trailing.length) };
}

const types: Record<string, string> = {
  gif: "image/gif",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain",
  htm: "text/html",
  html: "text/html",
  pdf: "application/pdf",
  xml: "application/xml",
};

function guessType(fileName: string): string | undefined {
  return types[/\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? ""];
}
