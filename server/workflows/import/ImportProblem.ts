/** A file that can't be imported. The message is a sentence for people: what is wrong, and what to do. */
export class ImportProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ImportProblem";
  }
}
