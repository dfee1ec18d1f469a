const longestCode = 2000;
/** What a line may begin with before a fence that is none, and as much of the fence as there is. */
const oddStart = /^[\s>*+\-\d.)]*(?:`{1,2}|~{1,2})?$/;

/**
 * Where streamed text is certainly code, for every Markdown reader. Markdown's readers differ in odd places, and a text
 * can be written so that code seems to begin where it does not: in all such places this says that it is none.
 */
export class CodeState {
  isAtLineStart = true;
  #fence: string | null = null;
  /** This line belongs to a block of code. */
  isBlock = false;
  /** Something began in which a fence is none, or one that another reader may see end elsewhere. */
  #hasOddFence = false;
  /** Something is in this paragraph that may take a backtick for itself. */
  #isUnclear = false;

  /** Whether the beginning of a line does not say yet what the line is. */
  isUndecided(line: string): boolean {
    if (this.#fence !== null) return /^[ ]{0,3}[`~]*[ \t]*$/.test(line);
    return oddStart.test(line) || /^(?:`{3,}[^`]*|~{3,}.*)$/.test(line);
  }

  beginLine(line: string): void {
    const text = line.replace(/\r?\n$/, "");
    this.isBlock = this.#fence !== null;
    if (text.trim() === "") this.#isUnclear = false;
    if (this.#fence !== null) {
      const close = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(text)?.[1];
      if (close?.startsWith(this.#fence) === true) this.#fence = null;
      return;
    }
    const open = /^(`{3,})[^`]*$|^(~{3,})/.exec(text);
    // HTML ends nobody knows where, and a fence within a list or a quotation ends with it.
    if (!open && /^[\s>*+\-\d.)]*(?:<|`{3}|~{3})/.test(text)) this.#hasOddFence = true;
    if (!open || this.#hasOddFence) return;
    this.#fence = open[1] ?? open[2] ?? null;
    this.isBlock = true;
    this.#isUnclear = false;
  }

  /** Is told of a sign that is no code but may change what is. */
  passText(text: string): void {
    if (text === "<" || text === "\\`") this.#isUnclear = true;
  }

  /** Reads what begins with a backtick: a whole span of code, or only its backticks; null while it may still get an end. */
  readSpan(rest: string, isWhole: boolean): string | null {
    const marks = /^`+/.exec(rest)?.[0] ?? "`";
    if (marks.length === rest.length && !isWhole) return null;
    if (this.#isUnclear) return marks;
    const end = new RegExp(`(?<!\`)${marks}(?!\`)`, "g");
    end.lastIndex = marks.length;
    const found = end.exec(rest.slice(0, longestCode));
    const length = found ? found.index + marks.length : null;
    if (!isWhole && rest.length < longestCode && (length === null || length === rest.length)) return null;
    const span = length === null ? null : rest.slice(0, length);
    // Cells of a table are read one by one.
    if (span !== null && !span.includes("|")) return span;
    this.#isUnclear = true;
    return marks;
  }
}
