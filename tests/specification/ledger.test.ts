import { describe, expect, it } from "vitest";
import { readFloor, readLedger, readRows } from "./ledger.ts";
import { judgeProof, judgeTitles } from "./proofs.ts";

const rows = readLedger();

describe("the ledger of the specification", () => {
  it("says each thing once, under an id of its own", () => {
    const ids = rows.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(rows.filter(({ id, what, section, proof }) => !id || !what || !section || proof === "")).toEqual(
      [],
    );
  });

  it("names only proofs that are there", () => {
    const wrong = rows.flatMap(({ id, proof }) => {
      const reason = proof === null ? null : judgeProof(proof);
      return reason ? [`${id} ${reason}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  it("never loses a row that was proved once", () => {
    const proved = new Set(rows.filter(({ proof }) => proof !== null).map(({ id }) => id));
    expect(readFloor().filter((id) => !proved.has(id))).toEqual([]);
  });

  it("keeps every proved row from now on (npm run ledger -- --keep)", () => {
    const floor = new Set(readFloor());
    const proved = rows.filter(({ proof }) => proof !== null).map(({ id }) => id);
    expect(proved.filter((id) => !floor.has(id))).toEqual([]);
  });
});

describe("a proof", () => {
  const file = `
    describe("limits", () => {
      it("holds", () => {});
      it.skip("is off", () => {});
      it.each([1])("counts %s", () => {});
      describe.skip("later", () => { it("waits", () => {}); });
    });
    describe.each(stores())("on $name", () => { it("stores", () => {}); });
    expect("says nothing");`;

  it.each([[["holds"]], [["limits", "holds"]], [["counts %s"]], [["on $name", "stores"]]])(
    "is found: %j",
    (titles) => {
      expect(judgeTitles(titles, file)).toBeNull();
    },
  );

  it.each([
    [["is off"], "is skipped"],
    [["waits"], "is skipped"],
    [["limits"], "is no test"],
    [["others", "holds"], "is no test"],
    [["says nothing"], "is no test"],
  ])("is refused: %j %s", (titles, words) => {
    expect(judgeTitles(titles, file)).toContain(words);
  });

  it.each([
    ["tests/nowhere.test.ts > holds", "is not there"],
    ["tests/run.ts > holds", "is not written as"],
  ])("is refused: %s %s", (proof, words) => {
    expect(judgeProof(proof)).toContain(words);
  });

  it("is read from a table row, and a row without one is open", () => {
    const text =
      "## 5. Rules\n\n| row | what | proof |\n|---|---|---|\n| a/b | A rule | not yet |\n| a/c | B | x.test.ts > y |";
    expect(readRows(text)).toEqual([
      { id: "a/b", section: "5. Rules", what: "A rule", proof: null },
      { id: "a/c", section: "5. Rules", what: "B", proof: "x.test.ts > y" },
    ]);
  });
});
