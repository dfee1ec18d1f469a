import type { RetrievalTest } from "./readBeir.ts";

const vocabularySize = 200_000;
const wordsPerPassage = 150;
const wordsPerQuestion = 8;
const questionCount = 300;
/** The most frequent words of a language are stop words, which a question does not ask for. */
const commonWords = 100;

/**
 * Gives passages of made-up words as frequent as words are (Zipf's law), and questions drawn the same way.
 * The same count gives the same text on every machine. It measures speed; no answer is better than another.
 */
export function makeSynthetic(passages: number): RetrievalTest {
  const random = createRandom(passages);
  const drawRank = () => Math.floor(vocabularySize ** random()) - 1;
  const documents = Array.from({ length: passages }, (_, index) => ({
    id: String(index),
    title: drawWords({ count: 4, drawRank }),
    text: drawWords({ count: wordsPerPassage, drawRank }),
  }));
  const drawRare = () => commonWords + Math.floor((vocabularySize - commonWords) ** random()) - 1;
  const questions = Array.from({ length: questionCount }, (_, index) => ({
    id: String(index),
    text: drawWords({ count: wordsPerQuestion, drawRank: drawRare }),
    grades: new Map<string, number>(),
  }));
  return { documents, questions };
}

function drawWords({ count, drawRank }: { count: number; drawRank: () => number }): string {
  return Array.from({ length: count }, () => spell(drawRank())).join(" ");
}

const syllables =
  "ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu".split(" ");

function spell(rank: number): string {
  let word = "";
  for (let rest = rank + syllables.length; rest > 0; rest = Math.floor(rest / syllables.length)) {
    word += syllables[rest % syllables.length];
  }
  return word;
}

/** A small generator with a seed (mulberry32), numbers from 0 up to 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
