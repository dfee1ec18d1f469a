/** The most that one source of questions and answers holds. */
export const questionsLimit = 1000;
export const questionCharacters = 500;
export const answerCharacters = 10_000;
/** All questions and answers of a source together. */
export const questionsCharacters = 200_000;

export interface AnsweredQuestion {
  question: string;
  answer: string;
}

/** Gives what two spellings of the same question have in common. */
export function questionKey(question: string): string {
  return question.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}
