import { describe, expect, it } from "vitest";
import { beginSetupGuide, changeStep, emptySetupGuide, guideOf, nextStep } from "./setupGuide.ts";

const types = ["create-copilot", "datasources", "appearance", "ai-actions", "surfaces"];

/** Steps by one letter each: open, completed, skipped, both. */
const steps = (letters: string) =>
  beginSetupGuide().map((item, index) => ({
    ...item,
    completed: "cb".includes(letters[index] ?? "o"),
    skipped: "sb".includes(letters[index] ?? "o"),
  }));

describe("the setup guide", () => {
  it("has the five steps of the specification, of which making the agent is done", () => {
    expect(beginSetupGuide().map(({ type }) => type)).toEqual(types);
    expect(beginSetupGuide()).toEqual(steps("coooo"));
  });

  it.each([
    ["every step is done", "ccccc", true],
    ["every step was passed over", "sssss", true],
    ["every step is one or the other", "csbsc", true],
    ["one step is open", "cccoc", false],
    ["all steps but the first are open", "coooo", false],
    ["all steps are open", "ooooo", false],
  ])("is reviewed or not where %s", (_, letters, allStepsReviewed) => {
    expect(guideOf(steps(letters))).toEqual({ items: steps(letters), allStepsReviewed });
  });

  it("is empty and reviewed where it can't be read", () => {
    expect(emptySetupGuide).toEqual({ items: [], allStepsReviewed: true });
    expect(guideOf([])).toEqual(emptySetupGuide);
  });

  it.each([
    ["completing an open step", "coooo", { completed: true }, "ccooo"],
    ["skipping an open step", "coooo", { skipped: true }, "csooo"],
    ["completing a skipped step, no longer skipped", "csooo", { completed: true, skipped: false }, "ccooo"],
    ["opening a completed step again", "ccooo", { completed: false }, "coooo"],
  ] as const)("applies %s", (_, before, change, after) => {
    expect(changeStep(steps(before), "datasources", change)).toEqual(steps(after));
  });

  it.each([
    ["says what holds already", "ccooo", { completed: true }],
    ["says both as they are", "csooo", { completed: false, skipped: true }],
    ["says nothing", "coooo", {}],
  ] as const)("is the very same list after a change that %s", (_, letters, change) => {
    const items = steps(letters);
    expect(changeStep(items, "datasources", change)).toBe(items);
  });

  it("is left alone by a change of a step that it does not have", () => {
    const items = steps("coooo").slice(0, 1);
    expect(changeStep(items, "surfaces", { completed: true })).toBe(items);
  });

  it.each([
    ["coooo", "datasources"],
    ["csooo", "appearance"],
    ["ccsso", "surfaces"],
    ["ccccc", undefined],
  ])("%s goes on with %s", (letters, type) => {
    expect(nextStep(steps(letters))?.type).toBe(type);
  });
});
