import { answerCharacters, questionCharacters, questionKey, questionsLimit } from "./questions.ts";
import type { AnsweredQuestion } from "./questions.ts";

/** What a table of questions and answers holds, and which of its rows can't be taken. */
export interface QuestionsRead {
  questions: AnsweredQuestion[];
  /** Rows count from 1, as a program for tables shows them. */
  errors: { row: number; message: string }[];
}

/**
 * Reads a table (CSV) of questions and answers. The columns are found by their names, whatever their order and case; a
 * table without names has the question first and the answer second. A bad row is named, and the rest is taken.
 */
export function readQuestions(text: string): QuestionsRead {
  const rows = readTable(text.replace(/^\ufeff/, ""));
  const names = rows.find(({ cells }) => !isEmpty(cells));
  const columns = findColumns(names?.cells ?? []);
  const questions: AnsweredQuestion[] = [];
  const errors: QuestionsRead["errors"] = [];
  const seen = new Map<string, number>();
  for (const { row, cells, isOpen } of rows) {
    if (isEmpty(cells) || (columns.hasNames && row === names?.row)) continue;
    const question = cells[columns.question]?.trim() ?? "";
    const answer = cells[columns.answer]?.trim() ?? "";
    const before = seen.get(questionKey(question));
    const message = isOpen
      ? "A quotation mark is opened and not closed."
      : findFault({ question, answer, before, count: questions.length });
    if (message) errors.push({ row, message });
    else {
      seen.set(questionKey(question), row);
      questions.push({ question, answer });
    }
  }
  return { questions, errors };
}

function findFault({
  question,
  answer,
  before,
  count,
}: AnsweredQuestion & { before: number | undefined; count: number }): string | undefined {
  if (!question) return "The question is missing.";
  if (!answer) return "The answer is missing.";
  if (question.length > questionCharacters)
    return `The question has more than ${questionCharacters} characters.`;
  if (answer.length > answerCharacters) return "The answer has more than 10,000 characters.";
  if (before !== undefined) return `Row ${before} has the same question.`;
  return count >= questionsLimit ? "One source holds 1,000 questions. Add another for the rest." : undefined;
}

const questionNames = /^(?:questions?|q|prompt|frage|pregunta|pergunta|domanda|问题|質問|سؤال)$/i;
const answerNames =
  /^(?:answers?|a|response|reply|antwort|r[ée]ponse|respuesta|resposta|risposta|答案|回答|جواب)$/i;

function findColumns(cells: readonly string[]): { question: number; answer: number; hasNames: boolean } {
  const names = cells.map((cell) => cell.trim().replace(/[:*]+$/, ""));
  const question = names.findIndex((name) => questionNames.test(name));
  const answer = names.findIndex((name) => answerNames.test(name));
  const hasNames = question >= 0 && answer >= 0;
  return hasNames ? { question, answer, hasNames } : { question: 0, answer: 1, hasNames };
}

function isEmpty(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === "");
}

interface TableRow {
  row: number;
  cells: string[];
  /** Its last cell opens a quotation mark that nothing closes. */
  isOpen: boolean;
}

/** Cells are between commas, semicolons or tabs; in quotation marks they hold those, line breaks, and `""` for one. */
function readTable(text: string): TableRow[] {
  const delimiter = findDelimiter(text);
  const rows: TableRow[] = [];
  let cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  const closeRow = () => {
    rows.push({ row: rows.length + 1, cells: [...cells, cell], isOpen: isQuoted });
    cells = [];
    cell = "";
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      cell += sign;
      at++;
    } else if (sign === '"' && (isQuoted || cell.trim() === "")) {
      if (!isQuoted) cell = "";
      isQuoted = !isQuoted;
    } else if (isQuoted) cell += sign;
    else if (sign === delimiter) {
      cells.push(cell);
      cell = "";
    } else if (sign === "\n" || sign === "\r") {
      if (sign === "\r" && text[at + 1] === "\n") at++;
      closeRow();
    } else cell += sign;
  }
  if (cell !== "" || cells.length > 0) closeRow();
  return rows;
}

/** The sign that the first line has most of, outside of quotation marks. */
function findDelimiter(text: string): string {
  const line = (/^[^\r\n]*/.exec(text.trimStart())?.[0] ?? "").replace(/"[^"]*"/g, "");
  const counts = [",", ";", "\t"].map((sign) => ({ sign, count: line.split(sign).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).sign;
}
