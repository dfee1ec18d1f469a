/** A word that tells when it was said, by the clock of this machine. */
export function sayTime(ms: number): string {
  return `t${ms.toString(36)} `;
}

/** Reads the times of a text that comes in pieces; a word is read once its end is there. */
export function createTimeReader(): (piece: string) => number[] {
  let rest = "";
  return (piece) => {
    const words = (rest + piece).split(" ");
    rest = words.pop() ?? "";
    return words.flatMap((word) => readTime(word) ?? []);
  };
}

/** Gives all times of a text that is whole. */
export function readTimes(text: string): number[] {
  return text.split(/\s+/).flatMap((word) => readTime(word) ?? []);
}

function readTime(word: string): number | undefined {
  return /^t[0-9a-z]{8}$/.test(word) ? Number.parseInt(word.slice(1), 36) : undefined;
}
