import type { ImportFormat, ImportedRecord } from "../records.ts";
import { asFields, asText } from "./values.ts";

/** Chatbase's questions and answers as CSV, with columns for both. Each row comes as an object by its column's name. */
export const chatbase: ImportFormat = {
  name: "chatbase",
  lists: null,
  read(value) {
    const cells = Object.entries(asFields(value) ?? {}).map(([name, cell]) => [
      name.trim().toLowerCase(),
      cell,
    ]);
    const row = Object.fromEntries(cells) as Record<string, unknown>; // the same cells
    const answer = asText(row["answer"] ?? row["answers"]);
    const asked = asText(row["question"] ?? row["questions"]);
    // Several ways to ask the same are lines of one cell.
    const questions = asked.split(/\r?\n/).map(asText).filter(Boolean);
    if (answer === "" || questions.length === 0)
      return [{ kind: "left", what: "row without a question or an answer", example: asked || answer }];
    return questions.map((question): ImportedRecord => ({
      kind: "question",
      question: { question, answer },
    }));
  },
};
