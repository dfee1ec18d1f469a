import { CurlProblem } from "./CurlProblem.ts";

/**
 * Gives the words of the first command in a text for the Windows command line: first what cmd.exe makes of `^` and
 * quotation marks, then what a Windows program makes of quotation marks and backslashes.
 */
export function splitCmd(text: string, warnings: Set<string>): string[][] {
  return [splitArguments(readCarets(text, warnings))];
}

function readCarets(text: string, warnings: Set<string>): string {
  let line = "";
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === "^" && !isQuoted) {
      const [blank = ""] = /^[ \t]*(?=\n)/.exec(text.slice(at + 1, at + 100)) ?? [];
      at += 1 + blank.length;
      // A line that ends with ^ continues; a line break right after that is the text's own.
      if (text.charAt(at) === "\n") at += 1;
      line += text.charAt(at);
    } else if (char === "\n" || (!isQuoted && /[&|<>]/.test(char))) {
      if (isQuoted)
        throw new CurlProblem("A quotation mark is opened and not closed. Copy the whole command.");
      if (text.slice(at + 1).trim() !== "")
        warnings.add("Only the first command was read. What follows it was left out.");
      return line;
    } else {
      if (char === '"') isQuoted = !isQuoted;
      line += char;
    }
  }
  return line;
}

function splitArguments(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (!isQuoted && /[ \t]/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
      continue;
    }
    word ??= "";
    const [, slashes = "", mark = ""] = /^(\\+)("?)/.exec(char === "\\" ? line.slice(at) : "") ?? [];
    if (mark) {
      // Before a quotation mark two backslashes are one, and an odd one makes the mark a character.
      word += "\\".repeat(Math.floor(slashes.length / 2)) + (slashes.length % 2 ? '"' : "");
      at += slashes.length - (slashes.length % 2 ? 0 : 1);
    } else if (slashes) {
      word += slashes;
      at += slashes.length - 1;
    } else if (char === '"' && isQuoted && line.charAt(at + 1) === '"') {
      word += '"';
      at += 1;
    } else if (char === '"') isQuoted = !isQuoted;
    else word += char;
  }
  if (isQuoted) throw new CurlProblem("A quotation mark is opened and not closed. Copy the whole command.");
  if (word !== null) words.push(word);
  return words;
}
