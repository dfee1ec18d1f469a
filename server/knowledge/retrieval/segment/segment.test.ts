import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { termLanguages } from "../terms/languages.ts";
import { ByteReader, ByteWriter } from "./bytes.ts";
import {
  chooseBucket,
  countBuckets,
  encodeBucket,
  findTerms,
  mayHave,
  readBucket,
  readMarks,
} from "./buckets.ts";
import { decodeHead, encodeHead } from "./head.ts";
import { chainPostings, decodePostings, encodePostings } from "./postings.ts";

const small = fc.integer({ min: 0, max: 70_000 });
const ascending = fc
  .uniqueArray(fc.integer({ min: 0, max: 2 ** 32 - 1 }))
  .map((list) => Uint32Array.from(list).sort());

describe("what a segment stores comes back", () => {
  it("numbers", () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeNat()), (numbers) => {
        const writer = new ByteWriter();
        numbers.forEach((number) => writer.writeNumber(number));
        const reader = new ByteReader(writer.toBytes());
        expect(numbers.map(() => reader.readNumber())).toEqual(numbers);
        expect(reader.isAtEnd).toBe(true);
      }),
    );
  });

  it("postings", () => {
    const counts = fc.tuple(
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: 0, max: 65_535 }),
    );
    fc.assert(
      fc.property(ascending, fc.infiniteStream(counts), (ordinals, stream) => {
        const rows = Array.from(ordinals, (ordinal) => [
          ordinal,
          ...(stream.next().value as [number, number, number]),
        ]);
        const { title, headings, text, ordinals: found } = decodePostings(encodePostings(rows.flat()));
        const decoded = Array.from(found, (ordinal, at) => [
          ordinal,
          title?.[at] ?? 0,
          headings?.[at] ?? 0,
          text[at],
        ]);
        expect(decoded).toEqual(rows);
      }),
    );
  });

  it("postings of segments that follow one another, as one list", () => {
    const list = fc.uniqueArray(fc.tuple(fc.nat(300), fc.nat(2), fc.nat(2), fc.nat(300)), {
      minLength: 1,
      selector: ([ordinal]) => ordinal,
    });
    fc.assert(
      fc.property(fc.array(list, { minLength: 1, maxLength: 4 }), (lists) => {
        const shifted = lists.map((rows, place) =>
          rows
            .toSorted(([one], [other]) => one - other)
            .map(([ordinal, ...counts]) => ({ ordinal, counts, shift: place * 301 })),
        );
        const chained = chainPostings(
          shifted.map((rows) => ({
            bytes: encodePostings(rows.flatMap(({ ordinal, counts }) => [ordinal, ...counts])),
            shift: rows[0]?.shift ?? 0,
          })),
        );
        const whole = shifted.flat().flatMap(({ ordinal, counts, shift }) => [ordinal + shift, ...counts]);
        expect(chained).toEqual(encodePostings(whole));
      }),
    );
  });

  it("heads", () => {
    fc.assert(
      fc.property(ascending, ascending, small, (numbers, removed, bucketCount) => {
        const lengths = numbers.map((_, index) => index * 3);
        const languages = termLanguages.slice(0, bucketCount % termLanguages.length);
        const head = {
          bucketCount,
          numbers,
          removed,
          title: lengths,
          headings: lengths,
          text: lengths,
          languages,
        };
        expect(decodeHead(encodeHead(head))).toEqual(head);
      }),
    );
  });

  it("heads of before there were languages", () => {
    const bytes = Uint8Array.from([1, 1, 1, 5, 2, 0, 9, 0]);
    expect(decodeHead(bytes)).toMatchObject({
      numbers: Uint32Array.of(5),
      text: Uint32Array.of(9),
      languages: [],
    });
  });

  it("buckets of terms in any script", () => {
    const term = fc.string({ unit: "grapheme", minLength: 1 });
    fc.assert(
      fc.property(fc.dictionary(term, fc.uint8Array()), (terms) => {
        const sorted = Object.entries(terms).sort(([one], [other]) => (one < other ? -1 : 1));
        const bucket = encodeBucket(Object.entries(terms));
        expect([...readBucket(bucket)]).toEqual(sorted);
        const half = sorted.filter((_, index) => index % 2 === 0);
        const wanted = [...half.map(([name]) => name), "not there"];
        expect([...findTerms(bucket, wanted)]).toEqual(half.filter(([name]) => name !== "not there"));
      }),
    );
  });

  it("which terms a bucket surely does not have", () => {
    const term = fc.string({ unit: "grapheme", minLength: 1 });
    fc.assert(
      fc.property(fc.dictionary(term, fc.uint8Array()), (terms) => {
        const marks = readMarks(encodeBucket(Object.entries(terms)));
        expect(Object.keys(terms).filter((each) => !mayHave(marks, each))).toEqual([]);
        expect(mayHave(marks, "this is no term of it")).toBe(false);
      }),
    );
  });
});

describe("the bucket of a term", () => {
  it("draws from one bucket of a smaller segment", () => {
    fc.assert(
      fc.property(fc.string(), small, small, (term, one, other) => {
        const [few = 1, many = 1] = [countBuckets(one + 1), countBuckets((one + other) * 99 + 1)];
        expect((chooseBucket(term, many) - 1) % few).toBe(chooseBucket(term, few) - 1);
      }),
    );
  });

  it("stays what it was, because it is stored", () => {
    expect(["refund", "東京", "c++"].map((term) => chooseBucket(term, 64))).toMatchInlineSnapshot(`
      [
        10,
        31,
        52,
      ]
    `);
  });
});

it("a cut row is told", () => {
  expect(() => decodeHead(new Uint8Array([1, 200]))).toThrow("ends in the middle");
  expect(() => [...readBucket(new Uint8Array([9, 65]))]).toThrow("ends in the middle");
  expect(() => decodeHead(new Uint8Array([9]))).toThrow("version 9");
});
