const longestCode = 2000;
const longestLabel = 400;
const longestTarget = 2100;

/** Gives the code span that the text begins with; null where it has no end, `unfinished` while it may still get one. */
export function readCode(rest: string, isEnd: boolean): string | null {
  const marks = /^`+/.exec(rest)?.[0] ?? "`";
  const end = new RegExp(`(?<!\`)${marks}(?!\`)`, "g");
  end.lastIndex = marks.length;
  const found = end.exec(rest.slice(0, longestCode));
  const length = found ? found.index + marks.length : null;
  if (!isEnd && rest.length < longestCode && (length === null || length === rest.length)) return "unfinished";
  return length === null ? null : rest.slice(0, length);
}

export interface Bracket {
  inner: string;
  /** What is in the parentheses behind it; null without any. */
  target: string | null;
  isPicture: boolean;
  used: number;
}

/** Reads `[label]`, `[label](target)` and `![label](target)`; `unfinished` may become one, null is none. */
export function readBracket(rest: string, isEnd: boolean): Bracket | "unfinished" | null {
  const isPicture = rest.startsWith("!");
  const start = isPicture ? 1 : 0;
  const close = findClose(rest.slice(start, start + longestLabel), rest[start] === "【" ? "【】" : "[]");
  const isCut = !isEnd && rest.length < start + longestLabel;
  if (close === null) return isCut ? "unfinished" : null;
  const inner = rest.slice(start + 1, start + close);
  const after = start + close + 1;
  if (rest[after] !== "(") {
    // The next sign decides whether this is a link.
    if (after === rest.length && !isEnd) return "unfinished";
    return { inner, target: null, isPicture, used: after };
  }
  const end = findClose(rest.slice(after, after + longestTarget), "()");
  if (end === null) {
    if (!isEnd && rest.length < after + longestTarget) return "unfinished";
    return { inner, target: null, isPicture, used: after };
  }
  return { inner, target: rest.slice(after + 1, after + end), isPicture, used: after + end + 1 };
}

function findClose(text: string, pair: string): number | null {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === pair[0]) depth += 1;
    else if (text[at] === pair[1]) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return null;
}
