import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  holdUnsaved,
  leaveWithoutSaving,
  navigate,
  navigation,
  readPath,
  saveAndLeave,
  startNavigation,
  stay,
} from "./navigation.ts";

startNavigation();

beforeEach(() => navigate("/start"));
afterEach(() => {
  stay();
  holdUnsaved(null);
});

function goBackTo(path: string): void {
  history.replaceState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}

describe("going somewhere", () => {
  it("shows the place at once when nothing is unsaved", () => {
    navigate("/next?tab=1");
    expect([readPath(), location.search]).toEqual(["/next", "?tab=1"]);
  });

  it("follows Back", () => {
    goBackTo("/before");
    expect(readPath()).toBe("/before");
  });
});

describe("going somewhere with unsaved work", () => {
  const save = vi.fn(async () => true);
  const discard = vi.fn();
  beforeEach(() => {
    save.mockReset().mockResolvedValue(true);
    discard.mockReset();
    holdUnsaved({ save, discard });
  });

  it.each([
    ["a link", () => navigate("/next")],
    ["Back", () => goBackTo("/next")],
  ])("asks first: %s", (_, move) => {
    move();
    expect(navigation.leaving).not.toBeNull();
    expect([readPath(), location.pathname]).toEqual(["/start", "/start"]);
  });

  it("does not ask inside the same editor, and the work is still held", () => {
    navigate("/start?step=2", { keepsWork: true });
    expect([location.search, navigation.leaving, navigation.isHeld]).toEqual(["?step=2", null, true]);
  });

  it("stays when told to, and the work is still held", () => {
    navigate("/next");
    stay();
    navigate("/other");
    expect([readPath(), navigation.leaving === null]).toEqual(["/start", false]);
  });

  it("leaves without saving when told to", () => {
    navigate("/next");
    leaveWithoutSaving();
    expect([readPath(), discard.mock.calls.length, save.mock.calls.length]).toEqual(["/next", 1, 0]);
  });

  it("saves and leaves", async () => {
    goBackTo("/next");
    await saveAndLeave();
    expect([readPath(), save.mock.calls.length]).toEqual(["/next", 1]);
  });

  it("stays when saving did not work", async () => {
    save.mockResolvedValue(false);
    navigate("/next");
    await saveAndLeave();
    expect([readPath(), navigation.leaving]).toEqual(["/start", null]);
  });

  it("keeps the browser from closing the tab unasked", () => {
    const closing = new Event("beforeunload", { cancelable: true });
    dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
    holdUnsaved(null);
    const again = new Event("beforeunload", { cancelable: true });
    dispatchEvent(again);
    expect(again.defaultPrevented).toBe(false);
  });
});
