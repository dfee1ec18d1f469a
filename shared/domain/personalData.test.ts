import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMask } from "./personalData.ts";

const iban = "DE89 3704 0044 0532 0130 00";
const card = "4111 1111 1111 1111";

describe("personal data", () => {
  it.each([
    ["write to ada.lovelace+shop@example.co.uk please", "write to ⟦email 1⟧ please"],
    [`my IBAN is ${iban}.`, "my IBAN is ⟦iban 1⟧."],
    [`card ${card}, thanks`, "card ⟦card 1⟧, thanks"],
    ["call +47 21 00 00 00 now", "call ⟦phone 1⟧ now"],
    ["call (020) 7946-0990", "call ⟦phone 1⟧"],
    ["0176/12345678", "⟦phone 1⟧"],
    ["a@b.example and a@b.example", "⟦email 1⟧ and ⟦email 1⟧"],
    ["a@b.example, c@d.example", "⟦email 1⟧, ⟦email 2⟧"],
  ])("in %j is hidden", (text, hidden) => expect(createMask().hide(text)).toBe(hidden));

  it.each([
    "order 20260314-9931",
    "on 2026-03-14 or 14.03.2026",
    "it costs 1,490.00 kr",
    "the 4111 1111 1111 1112 code",
    "10 to 12 o'clock",
    "model X1000-22",
    "a @ b",
  ])("is nothing in %j", (text) => expect(createMask().hide(text)).toBe(text));

  it("comes back in what the model says, wherever its stream is cut", () => {
    const text = `Mail ada@example.com or call +47 21 00 00 00, IBAN ${iban}.`;
    fc.assert(
      fc.property(fc.array(fc.nat(80), { maxLength: 8 }), (cuts) => {
        const mask = createMask();
        const hidden = mask.hide(text);
        expect(hidden).not.toContain("ada@");
        const edges = [
          0,
          ...cuts.map((at) => Math.min(at, hidden.length)).sort((a, b) => a - b),
          hidden.length,
        ];
        const pieces = edges.slice(1).map((end, index) => hidden.slice(edges[index], end));
        expect(pieces.map((piece) => mask.show(piece)).join("") + mask.end()).toBe(text);
      }),
    );
  });

  it("of one visitor is never shown for a mark that somebody made up", () => {
    const mask = createMask();
    expect(mask.hide("⟦email 1⟧ ada@example.com")).toBe("[email 1] ⟦email 1⟧");
    expect(mask.show("⟦email 7⟧") + mask.end()).toBe("⟦email 7⟧");
  });

  it("holds no text back for ever", () => {
    const mask = createMask();
    expect(mask.show("a ⟦ bracket that goes on and on") + mask.show(".")).toContain("goes on");
  });

  it("takes no longer for hostile texts (E12)", () => {
    for (const text of ["1 ".repeat(20_000), "a@".repeat(20_000), "+".repeat(40_000), "A1".repeat(20_000)]) {
      createMask().hide(text);
    }
  });
});
