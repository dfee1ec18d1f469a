import { describe, expect, it, onTestFinished } from "vitest";
import { bothStores } from "../../../tests/kit/database/stores.ts";
import { writeSegment } from "./indexPassages.ts";
import { createSearchTables } from "../migrations/search.ts";
import { createSearchPool } from "./searchPool.ts";

const owner = { organizationId: "organisation", sourceId: "help" };

describe.each(bothStores())("the search pool on $name", ({ open }) => {
  it("encodes, merges and finds on its threads what the store has", async () => {
    const { store } = await open({ "0001": { up: createSearchTables } });
    const pool = createSearchPool(store);
    onTestFinished(() => pool.close());
    for (let number = 0; number < 9; number++) {
      const passages = [{ number, title: "", headings: [], text: `answer number ${number}` }];
      const segment = await pool.encode({ passages }, owner);
      await store.transaction((tx) => writeSegment(tx, { ...owner, segment }));
      await pool.merge(owner);
    }
    const hits = await pool.search({
      organizationId: owner.organizationId,
      sourceIds: [owner.sourceId],
      question: "Which answer has number 7?",
      limit: 3,
    });
    expect(hits.map(({ number }) => number)).toEqual([7, 0, 1]);
  });

  it("tells what went wrong and goes on", async () => {
    const { store } = await open({});
    const pool = createSearchPool(store);
    onTestFinished(() => pool.close());
    const question = { organizationId: "o", sourceIds: ["s"], question: "words", limit: 3 };
    await expect(pool.search(question)).rejects.toThrow(/passageSegments/);
    await createSearchTables(store.db as never); // the table of these tests comes late on purpose
    expect(await pool.search(question)).toEqual([]);
  });
});
