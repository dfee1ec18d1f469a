/** What the process that runs code gets: the body of a function, and its inputs as JSON. */
export interface CodeTask {
  code: string;
  inputs: string;
}

/** What came of it: JSON of what the function gave, or why there is none. */
export type CodeAnswer = { text: string; problem?: undefined } | { text?: undefined; problem: string };
