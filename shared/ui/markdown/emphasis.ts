/** A run of `*`, `_`, `~` or `~~`, with what it turned out to open and close. */
export interface Mark {
  type: "run";
  char: string;
  /** How many of its characters are still plain text. */
  count: number;
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  /** The first one opened is the innermost. */
  opens: Style[];
  closes: Style[];
}

export type Style = "em" | "strong" | "del";

/** Reads the run of a mark's character at a place of the text; undefined where such a run has no meaning. */
export function readMark(text: string, at: number): Mark | undefined {
  const char = text.charAt(at);
  let end = at;
  while (text[end] === char) end += 1;
  const before = kindOf(text.charAt(at - 1));
  const after = kindOf(text.charAt(end));
  // Scripts without spaces have none around what is marked: there a mark beside a quote or a bracket still opens and closes.
  const isUnspaced =
    unspaced.test(text.slice(Math.max(0, at - 2), at)) || unspaced.test(text.slice(end, end + 2));
  const isLeft = after !== "space" && (after === "word" || before !== "word" || isUnspaced);
  const isRight = before !== "space" && (before === "word" || after !== "word" || isUnspaced);
  const count = end - at;
  // Within a word these are letters: `snake_case`, `5~10`.
  const isShy = char === "_" || (char === "~" && count === 1);
  const canOpen = isLeft && (!isShy || !isRight || before === "punctuation");
  const canClose = isRight && (!isShy || !isLeft || after === "punctuation");
  if ((!canOpen && !canClose) || (char === "~" && count > 2)) return undefined;
  return { type: "run", char, count, length: count, canOpen, canClose, opens: [], closes: [] };
}

/**
 * Finds which marks belong together, by CommonMark's rules. Gives the marks that wait for a partner, outermost first.
 * What was searched in vain once is never searched again (`searched`), so hostile runs cost no more than others.
 */
export function pairMarks(marks: readonly Mark[]): Mark[] {
  const openers: { mark: Mark; id: number }[] = [];
  const searched = new Map<string, number>();
  for (const [id, closer] of marks.entries()) {
    const key = closer.char + closer.canOpen + (closer.length % 3);
    while (closer.canClose && closer.count > 0) {
      const floor = searched.get(key) ?? -1;
      let at = openers.length - 1;
      while (!fits(openers[at], closer, floor)) at -= 1;
      const opener = openers[at];
      if (!opener || opener.id <= floor) {
        searched.set(key, id - 1);
        break;
      }
      join(opener.mark, closer);
      openers.length = opener.mark.count > 0 ? at + 1 : at;
    }
    if (closer.canOpen && closer.count > 0) openers.push({ mark: closer, id });
  }
  return openers.map((opener) => opener.mark);
}

/** Takes as many characters of both as a style needs and notes the style on them. */
export function join(opener: Mark, closer: Pick<Mark, "closes" | "count">): void {
  const used = Math.min(2, opener.count, closer.count);
  const style = opener.char === "~" ? "del" : used === 2 ? "strong" : "em";
  opener.opens.push(style);
  closer.closes.push(style);
  opener.count -= used;
  closer.count -= used;
}

/** Also true at the floor, where the search ends in vain. */
function fits(opener: { mark: Mark; id: number } | undefined, closer: Mark, floor: number): boolean {
  if (!opener || opener.id <= floor) return true;
  const { mark } = opener;
  if (mark.char !== closer.char) return false;
  if (mark.char === "~") return mark.length === closer.length;
  const isEither = mark.canClose || closer.canOpen;
  const isThird =
    (mark.length + closer.length) % 3 === 0 && (mark.length % 3 !== 0 || closer.length % 3 !== 0);
  return !(isEither && isThird);
}

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;

function kindOf(char: string): "space" | "punctuation" | "word" {
  if (char === "" || /\s/.test(char)) return "space";
  return /[\p{P}\p{S}]/u.test(char) ? "punctuation" : "word";
}
