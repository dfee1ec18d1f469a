/** What is left of one line while containers take their prefixes off; tabs count to the next multiple of four. */
export class LineCursor {
  rest: string;
  #column = 0;

  constructor(line: string) {
    this.rest = line;
  }

  get isBlank(): boolean {
    return this.rest.trim() === "";
  }

  /** The columns of white space in front. */
  get indent(): number {
    let column = this.#column;
    for (const char of this.rest) {
      if (char === " ") column += 1;
      else if (char === "\t") column += 4 - (column % 4);
      else break;
    }
    return column - this.#column;
  }

  /** Takes up to `columns` columns of white space; a tab that is only partly taken leaves spaces. */
  eatIndent(columns: number): void {
    let left = columns;
    let at = 0;
    while (left > 0 && (this.rest[at] === " " || this.rest[at] === "\t")) {
      const width = this.rest[at] === " " ? 1 : 4 - (this.#column % 4);
      at += 1;
      this.#column += Math.min(width, left);
      if (width > left) {
        this.rest = " ".repeat(width - left) + this.rest.slice(at);
        return;
      }
      left -= width;
    }
    this.rest = this.rest.slice(at);
  }

  /** Takes a number of characters that are not white space. */
  eat(characters: number): void {
    this.rest = this.rest.slice(characters);
    this.#column += characters;
  }
}
