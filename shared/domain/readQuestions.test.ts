import { describe, expect, it } from "vitest";
import { questionsLimit } from "./questions.ts";
import { readQuestions } from "./readQuestions.ts";

const one = [{ question: "Is it free?", answer: "Yes." }];

describe("a table of questions and answers", () => {
  it.each([
    ["with names", "question,answer\nIs it free?,Yes.\n"],
    [
      "with names in any case and order, and columns between",
      "Tag,ANSWER,Id,Question:\nx,Yes.,1,Is it free?",
    ],
    ["with semicolons", "Frage;Antwort\r\nIs it free?;Yes."],
    ["with tabs", "Q\tA\nIs it free?\tYes."],
    ["without names", "Is it free?,Yes."],
    ["with a mark at its start and empty lines", "\ufeffquestion,answer\n\n,\nIs it free?,Yes.\n\n"],
    ["with spaces around", "question , answer\n Is it free? , Yes. "],
    ["with quotation marks around", '"question","answer"\n"Is it free?" , "Yes."'],
  ])("%s is read", (_, text) => {
    expect(readQuestions(text)).toEqual({ questions: one, errors: [] });
  });

  it("keeps commas, line breaks and quotation marks within its cells", () => {
    const text = 'question,answer\n"Which, then?","Say ""both"".\nOr none."';
    expect(readQuestions(text).questions).toEqual([
      { question: "Which, then?", answer: 'Say "both".\nOr none.' },
    ]);
  });

  it("names each bad row and takes the others", () => {
    const long = "x".repeat(501);
    const text = `question,answer\nOne?,1\n,2\nThree?,\n${long},4\none?,5\nSix?,${"y".repeat(10_001)}\nSeven?,7\n"Eight?,8`;
    const { questions, errors } = readQuestions(text);
    expect(questions.map(({ question }) => question)).toEqual(["One?", "Seven?"]);
    expect(errors).toEqual([
      { row: 3, message: "The question is missing." },
      { row: 4, message: "The answer is missing." },
      { row: 5, message: "The question has more than 500 characters." },
      { row: 6, message: "Row 2 has the same question." },
      { row: 7, message: "The answer has more than 10,000 characters." },
      { row: 9, message: "A quotation mark is opened and not closed." },
    ]);
  });

  it("stops at the most that a source holds", () => {
    const rows = Array.from({ length: questionsLimit + 2 }, (_, at) => `Question ${at}?,Answer`);
    const { questions, errors } = readQuestions(rows.join("\n"));
    expect([questions.length, errors.length]).toEqual([questionsLimit, 2]);
  });

  it("that is empty has nothing", () => {
    expect(readQuestions(" \n")).toEqual({ questions: [], errors: [] });
  });
});
