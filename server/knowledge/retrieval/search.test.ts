import fc from "fast-check";
import { expect, describe, it } from "vitest";
import { bothStores } from "../../../tests/kit/database/stores.ts";
import type { Store } from "../../database/store.ts";
import { SegmentCache } from "./cache.ts";
import { indexPassages, removePassages } from "./indexPassages.ts";
import { applyMerge, mergeSegments, planMerge } from "./mergeSegments.ts";
import { createSearchTables } from "../migrations/search.ts";
import { search, weighTerms } from "./search.ts";
import type { IndexedPassage } from "./segment/encodeSegment.ts";
import { hideSource, sweepSegments } from "./sweepSegments.ts";
import { splitTerms } from "./terms/splitTerms.ts";

const steps = { "0001": { up: createSearchTables } };
const organizationId = "organisation";
const owner = { organizationId, sourceId: "help" };

function passage(number: number, text: string, title = "", headings: string[] = []): IndexedPassage {
  return { number, title, headings, text };
}

describe.each(bothStores())("search on $name", ({ open }) => {
  const ask = (store: Store, question: string, sourceIds = ["help"]) =>
    search(store.reader, { organizationId, sourceIds, question, limit: 10 });

  const numbers = async (store: Store, question: string, sourceIds?: string[]) =>
    (await ask(store, question, sourceIds)).map(({ number }) => number);

  it("puts the passage that answers first", async () => {
    const { store } = await open(steps);
    await indexPassages(store.db, {
      ...owner,
      passages: [
        passage(0, "We ship to all of Europe within five days."),
        passage(1, "Returned goods are refunded within fourteen days.", "Returns", ["Refunds"]),
        passage(2, "Our shop in Lisbon opens at nine."),
      ],
    });
    expect(await numbers(store, "When do I get my refund?")).toEqual([1]);
    expect(await numbers(store, "shipping in Europe")).toEqual([0]);
  });

  it("counts a word in the title more than one in the text", async () => {
    const { store } = await open(steps);
    await indexPassages(store.db, {
      ...owner,
      passages: [
        passage(0, "about invoices and so on", "Other"),
        passage(1, "about money and so on", "Invoices"),
      ],
    });
    expect(await numbers(store, "invoice")).toEqual([1, 0]);
  });

  it("gives nothing for no words, no sources, an unknown word and another organization", async () => {
    const { store } = await open(steps);
    await indexPassages(store.db, { ...owner, passages: [passage(0, "something")] });
    expect(await ask(store, "?!")).toEqual([]);
    expect(await ask(store, "something", [])).toEqual([]);
    expect(await ask(store, "elephants")).toEqual([]);
    const foreign = { organizationId: "other", sourceIds: ["help"], question: "something", limit: 10 };
    expect(await search(store.reader, foreign)).toEqual([]);
  });

  it("finds a word that nobody wrote by one that is a slip away", async () => {
    const { store } = await open(steps);
    const texts = [
      "Returned goods are refunded.",
      "Our delivery takes three days.",
      "Form 12345 is for taxes.",
    ];
    const passages = texts.map((text, number) => passage(number, text));
    await indexPassages(store.db, { ...owner, passages });
    for (const typed of ["delivrey", "delivery", "dellivery", "delvery", "delivary"]) {
      expect([typed, await numbers(store, typed)]).toEqual([typed, [1]]);
    }
    expect(await numbers(store, "12346")).toEqual([]);
    expect(await numbers(store, "dasy")).toEqual([]);
    const [right] = await ask(store, "delivery");
    const [slipped] = await ask(store, "delivrey");
    expect(slipped?.score).toBeLessThan(right?.score ?? 0);
  });

  it("takes a word as it is where somebody wrote it", async () => {
    const { store } = await open(steps);
    await indexPassages(store.db, {
      ...owner,
      passages: [passage(0, "trail running"), passage(1, "trial month")],
    });
    expect(await numbers(store, "trial")).toEqual([1]);
  });

  it("scores a source as if no other were there", async () => {
    const { store } = await open(steps);
    await indexPassages(store.db, { ...owner, passages: [passage(0, "blue whale"), passage(1, "blue sky")] });
    const alone = await ask(store, "blue whale");
    const noise = Array.from({ length: 20 }, (_, number) => passage(number, "blue whale songs"));
    await indexPassages(store.db, { organizationId, sourceId: "foreign", passages: noise });
    await indexPassages(store.db, { organizationId: "other", sourceId: "help", passages: noise });
    expect(await ask(store, "blue whale")).toEqual(alone);
  });

  it("asks for stop words when the question has nothing else", async () => {
    const { store } = await open(steps);
    await indexPassages(store.db, { ...owner, passages: [passage(0, "The Who"), passage(1, "Genesis")] });
    expect(await numbers(store, "the who")).toEqual([0]);
  });

  it("orders equal scores by source and number", async () => {
    const { store } = await open(steps);
    for (const sourceId of ["b", "a"]) {
      const passages = [passage(7, "same words"), passage(3, "same words")];
      await indexPassages(store.db, { organizationId, sourceId, passages });
    }
    const hits = await ask(store, "same words", ["b", "a"]);
    expect(hits.map(({ sourceId, number }) => `${sourceId}${number}`)).toEqual(["a3", "a7", "b3", "b7"]);
  });

  it("gives what plain BM25 over the living passages gives, after any order of indexing, removing and merging", async () => {
    const { store } = await open(steps);
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(stepArbitrary, { minLength: 1, maxLength: 14 }),
        strangeArbitrary,
        async (plan, extra) => {
          const mine = { organizationId, sourceId: `source${run++}` };
          const living = new Map<number, IndexedPassage>();
          const cache = new SegmentCache({ maxBytes: 2000 });
          let next = 0;
          for (const step of plan) {
            if (step.kind === "merge") await mergeSegments(store, mine);
            if (step.kind === "index") {
              const passages = step.texts.map((text) =>
                passage(next++, text, text.slice(0, 9), [text.slice(5, 20)]),
              );
              passages.forEach((each) => living.set(each.number, each));
              await indexPassages(store.db, { ...mine, passages });
            }
            if (step.kind === "remove") {
              const gone = [...living.keys()].filter((_, index) => index % step.every === 0);
              gone.forEach((number) => living.delete(number));
              await removePassages(store.db, { ...mine, numbers: gone });
            }
            const question = `red green whale ${extra}`;
            const asked = { organizationId, sourceIds: [mine.sourceId], question, limit: 1000 };
            const found = await search(store.reader, asked, cache);
            expect(found.map(({ number, score }) => [number, score])).toEqual(
              scoreAll([...living.values()], question),
            );
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("keeps few segments however many batches come, and drops removed passages", async () => {
    const { store } = await open(steps);
    for (let batch = 0; batch < 60; batch++) {
      const passages = [0, 1, 2].map((place) => passage(batch * 3 + place, `batch ${batch} words`));
      await indexPassages(store.db, { ...owner, passages, removed: batch > 20 ? [batch] : [] });
      await mergeSegments(store, owner);
    }
    const rows = await store.db.selectFrom("passageSegments").select(["bucket", "segment"]).execute();
    expect(new Set(rows.map(({ segment }) => segment)).size).toBeLessThan(12);
    expect(rows.filter(({ bucket }) => bucket < 0)).toEqual([]);
    expect(await numbers(store, "6")).toEqual([18, 19, 20]);
    expect(await numbers(store, "7")).toEqual([]);
  });

  it("takes the first of two merges of the same segments, and leaves nothing of the second", async () => {
    const { store } = await open(steps);
    for (let number = 0; number < 4; number++) {
      await indexPassages(store.db, { ...owner, passages: [passage(number, "word")] });
    }
    const [one, other] = [await planMerge(store.reader, owner), await planMerge(store.reader, owner)];
    if (!one || !other) throw new Error("four segments of a size are due to be merged");
    expect(await applyMerge(store, { ...owner, merge: one })).toBe(true);
    expect(await applyMerge(store, { ...owner, merge: other })).toBe(false);
    expect(await numbers(store, "word")).toEqual([0, 1, 2, 3]);
    const rows = await store.db.selectFrom("passageSegments").select("segment").execute();
    expect(new Set(rows.map(({ segment }) => segment)).size).toBe(1);
  });

  it("forgets a hidden source at once, and sweeps its rows", async () => {
    const { store } = await open(steps);
    await indexPassages(store.db, { ...owner, passages: [passage(0, "word")] });
    await store.transaction((tx) => hideSource(tx, owner));
    expect(await ask(store, "word")).toEqual([]);
    await sweepSegments(store, owner);
    expect(await store.db.selectFrom("passageSegments").selectAll().execute()).toEqual([]);
  });
});

const vocabulary = [
  "red",
  "green",
  "whale",
  "Whales",
  "sky-blue",
  "RTX4090",
  "the",
  "鯨は青い",
  "naïve",
  "\u0000",
];
const textArbitrary = fc.array(fc.oneof(fc.constantFrom(...vocabulary), fc.string()), { maxLength: 12 });
/** No letters of the alphabets in which a word that nobody wrote is taken for a slip in another one. */
const strangeArbitrary = fc.string({ unit: fc.constantFrom(..." 0123456789.,-_/\\'\"()鯨は青いñç\u0000") });
const stepArbitrary = fc.oneof(
  fc.record({
    kind: fc.constant("index" as const),
    texts: fc.array(
      textArbitrary.map((words) => words.join(" ")),
      { minLength: 1, maxLength: 5 },
    ),
  }),
  fc.record({ kind: fc.constant("remove" as const), every: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant("merge" as const) }),
);

/** BM25 over three fields as a textbook writes it, over a list, with the constants of rankPassages. */
function scoreAll(passages: IndexedPassage[], question: string): [number: number, score: number][] {
  const rules = [
    { weight: 2, matters: 0.4, read: (each: IndexedPassage) => each.title },
    { weight: 1.5, matters: 0.4, read: (each: IndexedPassage) => each.headings.join("\n") },
    { weight: 1, matters: 0.7, read: (each: IndexedPassage) => each.text },
  ];
  const documents = passages.map((each) => ({
    number: each.number,
    fields: rules.map(({ read }) => splitTerms(read(each)).map(({ text }) => text)),
    score: 0,
  }));
  const averages = rules.map(
    (_, field) =>
      documents.reduce((sum, { fields }) => sum + (fields[field]?.length ?? 0), 0) / documents.length,
  );
  for (const { text: term, weight } of weighTerms(question)) {
    const having = documents.filter(({ fields }) => fields.some((words) => words.includes(term))).length;
    const idf = Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
    for (const document of documents) {
      const counts = rules.map(({ weight: fieldWeight, matters }, field) => {
        const words = document.fields[field] ?? [];
        const ratio = averages[field] ? words.length / averages[field] : 0;
        return (fieldWeight * words.filter((word) => word === term).length) / (1 - matters + matters * ratio);
      });
      const count = counts.reduce((sum, each) => sum + each, 0);
      document.score += (weight * idf * 2.2 * count) / (1.2 + count);
    }
  }
  return documents
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || one.number - other.number)
    .map(({ number, score }) => [number, expect.closeTo(score, 9)]);
}
