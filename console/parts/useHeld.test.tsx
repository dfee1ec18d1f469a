import { act, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useHeld } from "./useHeld.ts";

const start = 1_790_000_000_000;

beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => void vi.useRealTimers());

function Screen({ isLoading }: { isLoading: boolean }): ReactNode {
  return useHeld(isLoading) ? "skeleton" : "content";
}

/** Draws it as loading; gives what it shows once it is drawn again after the given milliseconds. */
function open() {
  const { container, rerender } = render(<Screen isLoading />);
  return (afterMs: number, isLoading = false) => {
    vi.setSystemTime(start + afterMs);
    rerender(<Screen isLoading={isLoading} />);
    return container.textContent;
  };
}

it("keeps what was shown soon, also when it is drawn again before any timer came", () => {
  const show = open();
  expect(show(140)).toBe("content");
  expect(show(155)).toBe("content");
  expect(show(400)).toBe("content");
});

it("holds a skeleton that could be seen for 300 ms", async () => {
  const show = open();
  expect(show(160)).toBe("skeleton");
  await act(() => vi.advanceTimersByTimeAsync(289));
  expect(screen.queryByText("skeleton")).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.queryByText("content")).not.toBeNull();
});

it("shows at once what took longer than both", () => {
  expect(open()(451)).toBe("content");
});

it("counts again when it loads again", () => {
  const show = open();
  expect(show(140)).toBe("content");
  expect(show(1000, true)).toBe("skeleton");
  expect(show(1100)).toBe("content");
  expect(show(1200)).toBe("content");
});
