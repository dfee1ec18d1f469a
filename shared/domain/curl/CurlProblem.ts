/** A command that can't be imported. The message is a sentence for people: what is wrong, and what to do. */
export class CurlProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CurlProblem";
  }
}
