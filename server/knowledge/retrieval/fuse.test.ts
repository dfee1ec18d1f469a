import { describe, expect, it } from "vitest";
import { fuse } from "./fuse.ts";

const hits = (...numbers: number[]) =>
  numbers.map((number, index) => ({ sourceId: "s", number, score: 9 - index }));

describe("fused orders", () => {
  it("put what both ways have first before what one way has, with the places of both", () => {
    const fused = fuse({ lexical: hits(1, 2, 3), vector: hits(3, 4, 1), limit: 10 });
    expect(fused.map(({ number }) => number)).toEqual([3, 1, 2, 4]);
    expect(fused[0]?.by).toEqual({ lexical: { rank: 3, score: 7 }, vector: { rank: 1, score: 9 } });
    expect(fused[2]?.by).toEqual({ lexical: { rank: 2, score: 8 }, vector: null });
  });

  it("keep what words clearly find before what vectors find nearly alike, whatever the ranks", () => {
    const rank = (scores: Record<number, number>) =>
      Object.entries(scores).map(([number, score]) => ({ sourceId: "s", number: Number(number), score }));
    // By ranks 2 and 3 come before 1, which vectors have last.
    const lexical = rank({ 1: 20, 2: 6, 3: 5 });
    const vector = [3, 2, 4, 5, 1].map((number, index) => ({
      ...{ sourceId: "s", number, score: 0.62 - index / 100 },
    }));
    expect(fuse({ lexical, vector, limit: 3 }).map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it("give the score 1 to what is first by both, and less to all others", () => {
    const fused = fuse({ lexical: hits(5, 6), vector: hits(5, 7), limit: 2 });
    expect(fused.map(({ number, score }) => [number, score < 1])).toEqual([
      [5, false],
      [6, true],
    ]);
  });

  it("are one way's where the other finds nothing", () => {
    expect(fuse({ lexical: [], vector: hits(2, 1), limit: 5 }).map(({ number }) => number)).toEqual([2, 1]);
  });
});
