import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** A retrieval test: documents, questions, and which documents are good for which question. */
export interface RetrievalTest {
  documents: { id: string; title: string; text: string }[];
  /** Questions that have at least one good document, each with its grades by document id. */
  questions: { id: string; text: string; grades: Map<string, number> }[];
}

/** Reads a folder in BEIR layout: corpus.jsonl, queries.jsonl (either may end in .gz) and qrels/*.tsv. */
export function readBeir(folder: string): RetrievalTest {
  const documents = readLines(join(folder, "corpus.jsonl")).map((line) => {
    const { _id: id, title = "", text = "" } = JSON.parse(line) as Record<string, string>; // BEIR's own shape
    return { id: String(id), title, text };
  });
  const grades = readGrades(join(folder, "qrels"));
  const questions = readLines(join(folder, "queries.jsonl")).flatMap((line) => {
    const { _id: id, text = "" } = JSON.parse(line) as Record<string, string>; // BEIR's own shape
    const ofQuestion = grades.get(String(id));
    return ofQuestion ? [{ id: String(id), text, grades: ofQuestion }] : [];
  });
  return { documents, questions };
}

function readLines(path: string): string[] {
  const text = existsSync(path)
    ? readFileSync(path, "utf8")
    : gunzipSync(readFileSync(`${path}.gz`)).toString("utf8");
  return text.split("\n").filter((line) => line.trim() !== "");
}

/** Every file counts; a line is question, document, grade, and the first line of a file may name the columns. */
function readGrades(folder: string): Map<string, Map<string, number>> {
  const grades = new Map<string, Map<string, number>>();
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".tsv"))) {
    for (const line of readFileSync(join(folder, name), "utf8").split(/\r?\n/)) {
      const [question, document, grade] = line.split("\t");
      if (!question || !document || !(Number(grade) > 0)) continue;
      const ofQuestion = grades.get(question) ?? new Map<string, number>();
      ofQuestion.set(document, Number(grade));
      grades.set(question, ofQuestion);
    }
  }
  return grades;
}
