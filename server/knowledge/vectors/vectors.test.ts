import { describe, expect, it } from "vitest";
import { bothStores } from "../../../tests/kit/database/stores.ts";
import type { Store } from "../../database/store.ts";
import { createSearchTables } from "../migrations/search.ts";
import { indexPassages, removePassages } from "../retrieval/indexPassages.ts";
import { search } from "../retrieval/search.ts";
import { decodeBlock, encodeBlock, listVectors } from "./block.ts";
import { planVectors } from "./planVectors.ts";
import { compareStored, encodeVector, readSigns, readStoredSigns } from "./quantise.ts";
import { applyPlan, insertVectors } from "./writeVectors.ts";

const steps = { "0001": { up: createSearchTables } };
const owner = { organizationId: "o", sourceId: "s", model: "m" };

/** A unit vector that points between two axes. */
function pointing(angle: number, dimensions = 40): Float32Array {
  return Float32Array.from({ length: dimensions }, (_, at) =>
    at === 0 ? Math.cos(angle) : at === 1 ? Math.sin(angle) : 0,
  );
}

async function put(store: Store, angles: Record<number, number>): Promise<void> {
  const numbers = Object.keys(angles).map(Number);
  const { model: _, ...index } = owner;
  const passages = numbers.map((number) => ({ number, title: "", headings: [], text: `passage ${number}` }));
  await indexPassages(store.db, { ...index, passages });
  const vectors = numbers.map((number) => {
    return { number, hash: String(number), data: encodeVector(pointing(angles[number] ?? 0)) };
  });
  await store.transaction((tx) => insertVectors(tx, { ...owner, vectors }));
}

const ask = async (store: Store, angle: number, change = {}) => {
  const vector = { model: "m", values: pointing(angle) };
  const { organizationId, sourceId } = owner;
  const question = {
    organizationId,
    sourceIds: [sourceId],
    question: "elephants",
    limit: 3,
    vector,
    ...change,
  };
  return (await search(store.reader, question)).map(({ number }) => number);
};

describe("a stored vector", () => {
  it("is nearly as near to another one as it was", () => {
    const one = pointing(0.3, 384);
    const other = pointing(1.1, 384);
    expect(compareStored(encodeVector(one), other)).toBeCloseTo(Math.cos(0.8), 2);
    expect(readStoredSigns(encodeVector(one))).toEqual(readSigns(one));
  });

  it("of nothing but zeros is near to none", () => {
    expect(compareStored(encodeVector(new Float32Array(8)), pointing(0, 8))).toBe(0);
  });

  it("comes out of a block as it went in, by its number", () => {
    const vectors = [7, 3].map((number) => ({ number, signs: readSigns(pointing(number)) }));
    expect(listVectors(decodeBlock(encodeBlock(vectors)))).toEqual(vectors.reverse());
  });
});

describe.each(bothStores())("vectors on $name", ({ open }) => {
  it("find the nearest passages, best first", async () => {
    const { store } = await open(steps);
    await put(store, { 1: 0, 2: 0.5, 3: 1, 4: 3 });
    expect(await ask(store, 0.6)).toEqual([2, 3, 1]);
  });

  it("find nothing for another model, another organization and another number of dimensions", async () => {
    const { store } = await open(steps);
    await put(store, { 1: 0 });
    expect(await ask(store, 0, { vector: { model: "n", values: pointing(0) } })).toEqual([]);
    expect(await ask(store, 0, { organizationId: "p" })).toEqual([]);
    expect(await ask(store, 0, { vector: { model: "m", values: pointing(0, 39) } })).toEqual([]);
  });

  it("of a removed passage are not found, and go with the next plan", async () => {
    const { store } = await open(steps);
    await put(store, { 1: 0, 2: 0.5 });
    await removePassages(store.db, { organizationId: "o", sourceId: "s", numbers: [1] });
    expect(await ask(store, 0)).toEqual([2]);
    const plan = await planVectors(store.reader, owner);
    expect(plan).toMatchObject({ live: 1, missing: [], dead: [1] });
    await applyPlan(store, { ...owner, plan });
    expect(await ask(store, 0)).toEqual([2]);
    const left = await store.db.selectFrom("passageVectors").select("number").execute();
    expect(left.map(({ number }) => number)).toEqual([2]);
  });

  it("lie in few blocks however many steps wrote them", async () => {
    const { store } = await open(steps);
    for (let number = 1; number <= 12; number++) await put(store, { [number]: number / 10 });
    const before = await ask(store, 0.61);
    const plan = await planVectors(store.reader, owner);
    expect(plan.fold?.replaces).toHaveLength(12);
    await applyPlan(store, { ...owner, plan });
    expect(await store.db.selectFrom("vectorBlocks").select("block").execute()).toHaveLength(1);
    expect(await ask(store, 0.61)).toEqual(before);
    expect(await planVectors(store.reader, owner)).toMatchObject({ missing: [], dead: [], fold: null });
  });

  it("are missing where passages came later", async () => {
    const { store } = await open(steps);
    await put(store, { 1: 0 });
    const passages = [5, 4].map((number) => ({ number, title: "", headings: [], text: "more" }));
    await indexPassages(store.db, { organizationId: "o", sourceId: "s", passages });
    expect((await planVectors(store.reader, owner)).missing).toEqual([4, 5]);
  });
});
