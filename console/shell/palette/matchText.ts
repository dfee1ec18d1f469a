/** How well a text answers what was typed, and which of its characters are why. */
export interface Match {
  score: number;
  /** Positions in `Array.from(label)`. */
  at: number[];
}

/** A word that is found beside the label counts less. */
const besideCost = 30;

/**
 * Matches a label, and what is beside it, with typed words; null where one of them is in neither. A word counts at the
 * beginning of a text, at the beginning of a word, as letters that continue at beginnings of words (`ds` for Data
 * Sources), or anywhere. Nothing looser: every letter that was typed is in what is found, and can be marked there.
 */
export function matchText(typed: string, label: string, extraText = ""): Match | null {
  const words = fold(typed).join("").split(/\s+/).filter(Boolean);
  const [letters, others] = [fold(label), fold(extraText)];
  const found = words.map((word) => matchWord([...word], letters) ?? matchExtra([...word], others));
  const matches = found.filter((match) => match !== null);
  if (matches.length < found.length) return null;
  return {
    score: Math.min(100, ...matches.map(({ score }) => score)),
    at: [...new Set(matches.flatMap(({ at }) => at))],
  };
}

function matchExtra(word: readonly string[], text: readonly string[]): Match | null {
  const match = matchWord(word, text);
  return match && { score: match.score - besideCost, at: [] };
}

function matchWord(word: readonly string[], text: readonly string[]): Match | null {
  const starts = text.flatMap((_, index) => (isAt(word, text, index) ? [index] : []));
  const best = starts.find((index) => isWordStart(text, index)) ?? starts[0];
  const run = (from: number) => word.map((_, index) => from + index);
  if (best !== undefined && isWordStart(text, best)) return { score: best === 0 ? 100 : 80, at: run(best) };
  const jumps = jump(word, text);
  if (jumps) return { score: 60, at: jumps };
  return best !== undefined && word.length > 1 ? { score: 40, at: run(best) } : null;
}

/** Finds a word whose letters each stand right after the one before, or at the beginning of a later word. */
function jump(word: readonly string[], text: readonly string[]): number[] | null {
  // Without knowing what led nowhere, a text that repeats itself takes for ever.
  const deadEnds = new Set<string>();
  const walk = (from: number, last: number): number[] | null => {
    if (from === word.length) return [];
    const name = `${from} ${last}`;
    if (deadEnds.has(name)) return null;
    for (let index = last + 1; index < text.length; index++) {
      const isReachable = (from > 0 && index === last + 1) || isWordStart(text, index);
      if (!isReachable || text[index] !== word[from]) continue;
      const rest = walk(from + 1, index);
      if (rest) return [index, ...rest];
    }
    deadEnds.add(name);
    return null;
  };
  return walk(0, -1);
}

function isAt(word: readonly string[], text: readonly string[], index: number): boolean {
  return word.every((letter, offset) => text[index + offset] === letter);
}

function isWordStart(text: readonly string[], index: number): boolean {
  return !/[\p{L}\p{N}]/u.test(text[index - 1] ?? "") && /[\p{L}\p{N}]/u.test(text[index] ?? "");
}

/** The characters without case and accents, one for one, so that positions stay. */
function fold(text: string): string[] {
  return Array.from(text, (letter) => letter.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase() || letter);
}
