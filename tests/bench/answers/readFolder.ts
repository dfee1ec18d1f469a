import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";

/** A page that questions are asked of. */
export interface BenchPage {
  /** Its path within the folder. */
  name: string;
  format: "markdown" | "html";
  text: string;
}

/** A question with what a good answer says, as the folder's questions.jsonl has it. */
export interface BenchQuestion {
  id: string;
  question: string;
  /** The question before it in the same conversation. */
  after: string | null;
  /** "none": the pages do not answer it. */
  expect: "answer" | "none";
  /** A complete answer matches all of these. */
  must: RegExp[];
  /** Titles of pages that answer. */
  pages: RegExp[];
}

/** Reads the Markdown and HTML files of a folder and of those in it, in the order of their names. */
export function readPages(folder: string): BenchPage[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .toSorted()
    .flatMap((name): BenchPage[] => {
      const ending = extname(name).toLowerCase();
      const format = ending === ".md" ? "markdown" : /^\.html?$/.test(ending) ? "html" : null;
      return format ? [{ name, format, text: readFileSync(join(folder, name), "utf8") }] : [];
    });
}

/** Reads questions, one JSON object a line. */
export function readQuestions(path: string): BenchQuestion[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines
    .filter((line) => line.trim() !== "")
    .map((line) => {
      // The form that the folder's SOURCE.txt describes.
      const read = JSON.parse(line) as Record<"id" | "question", string> & {
        after?: string | null;
        expect: BenchQuestion["expect"];
        must?: string[];
        pages?: string[];
      };
      const { id, question, after = null, expect, must = [], pages = [] } = read;
      return { id, question, after, expect, must: must.map(readPattern), pages: pages.map(readPattern) };
    });
}

/** Reads "/pattern/flags"; anything else is a pattern without flags. */
function readPattern(written: string): RegExp {
  const [, pattern = written, flags = ""] = /^\/(.*)\/([a-z]*)$/s.exec(written) ?? [];
  return new RegExp(pattern, flags.replace(/[gy]/g, ""));
}
