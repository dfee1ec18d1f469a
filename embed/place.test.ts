import { afterEach, expect, it, vi } from "vitest";
import { watchPlace } from "./place.ts";

afterEach(() => vi.unstubAllGlobals());

it("hears of the page's moves by the Navigation API, and leaves history alone", () => {
  const navigation = new EventTarget();
  vi.stubGlobal("navigation", navigation);
  const { pushState } = history;
  const moved = vi.fn();
  const stop = watchPlace(moved);
  expect(history.pushState).toBe(pushState);
  navigation.dispatchEvent(new Event("currententrychange"));
  dispatchEvent(new Event("pageshow"));
  expect(moved).toHaveBeenCalledTimes(2);
  stop();
  navigation.dispatchEvent(new Event("currententrychange"));
  expect(moved).toHaveBeenCalledTimes(2);
});

it("patches history where that is missing, and restores it", () => {
  vi.stubGlobal("navigation", undefined);
  const own = Object.getOwnPropertyNames(history);
  const { pushState } = history;
  const moved = vi.fn();
  const stop = watchPlace(moved);
  history.pushState(null, "", "#a");
  history.replaceState(null, "", "#b");
  dispatchEvent(new Event("popstate"));
  expect(moved).toHaveBeenCalledTimes(3);
  stop();
  expect(history.pushState).toBe(pushState);
  expect(Object.getOwnPropertyNames(history)).toEqual(own);
});

it("falls silent where somebody wrapped history after it", () => {
  vi.stubGlobal("navigation", undefined);
  const moved = vi.fn();
  const stop = watchPlace(moved);
  const ours = history.pushState;
  const theirs: History["pushState"] = (...all) => ours.apply(history, all);
  history.pushState = theirs;
  stop();
  expect(history.pushState).toBe(theirs);
  history.pushState(null, "", "#c");
  expect(moved).not.toHaveBeenCalled();
  Reflect.deleteProperty(history, "pushState");
  Reflect.deleteProperty(history, "replaceState");
});
