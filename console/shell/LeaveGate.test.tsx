import { act, render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { holdUnsaved, navigate, readPath, stay } from "../state/shell/navigation.ts";
import { LeaveGate } from "./LeaveGate.tsx";

vi.mock("./overlayParts.ts", () => {
  throw new Error("Failed to fetch dynamically imported module");
});

afterEach(() => {
  holdUnsaved(null);
  stay();
  vi.unstubAllGlobals();
});

it.each([
  ["stays for who wants to", false, "/start"],
  ["goes for who wants to", true, "/next"],
])("where the dialog can't be fetched the browser asks, and the page %s", async (_, isLeaving, path) => {
  const ask = vi.fn(() => isLeaving);
  vi.stubGlobal("confirm", ask);
  navigate("/start");
  const discard = vi.fn();
  render(<LeaveGate />);
  act(() => holdUnsaved({ save: async () => true, discard }));
  act(() => navigate("/next"));
  await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(readPath()).toBe(path));
  expect(discard).toHaveBeenCalledTimes(isLeaving ? 1 : 0);
});
