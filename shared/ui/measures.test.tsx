import "../../tests/kit/heedStyles.ts";
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { IconButton } from "./IconButton.tsx";
import { showToast } from "./toasts.ts";
import { Toasts } from "./Toasts.tsx";
import { Toggle } from "./Toggle.tsx";

const root = document.documentElement;
/** Colors that can be told apart. */
beforeEach(() => root.setAttribute("style", "--ph-accent: red; --ph-surface: white; --ph-line-2: gray"));
afterEach(() => root.removeAttribute("style"));

function sizeOf(element: Element): string[] {
  const { width, height } = getComputedStyle(element);
  return [width, height];
}

describe("an icon button", () => {
  it.each([
    ["small", "40px"],
    ["default", "48px"],
    ["large", "56px"],
  ] as const)("of size %s is %s wide and high", (size, expected) => {
    render(
      <IconButton label="Close" size={size}>
        x
      </IconButton>,
    );
    expect(sizeOf(screen.getByRole("button"))).toEqual([expected, expected]);
  });

  it("is of the default size where none is named", () => {
    render(<IconButton label="Close">x</IconButton>);
    expect(sizeOf(screen.getByRole("button"))).toEqual(["48px", "48px"]);
  });

  it("is unfilled, filled or outlined", () => {
    const modes = ["unfilled", "filled", "outlined"] as const;
    render(
      <>
        {modes.map((mode) => (
          <IconButton key={mode} label={mode} mode={mode}>
            x
          </IconButton>
        ))}
      </>,
    );
    const looks = modes.map((mode) => {
      const { backgroundColor, borderColor } = getComputedStyle(screen.getByRole("button", { name: mode }));
      return [mode, backgroundColor, borderColor];
    });
    expect(looks).toEqual([
      ["unfilled", "transparent", "transparent"],
      ["filled", "red", "transparent"],
      ["outlined", "white", "gray"],
    ]);
  });
});

describe("a toggle", () => {
  it.each([
    ["small", "26px", "16px"],
    ["medium", "33px", "20px"],
    ["large", "40px", "24px"],
  ] as const)("of size %s is %s by %s", (size, width, height) => {
    render(<Toggle label="Live" isOn size={size} onChange={() => undefined} />);
    expect(sizeOf(screen.getByRole("switch"))).toEqual([width, height]);
  });
});

describe("toasts", () => {
  it("stand at the top right of the window, and close after 2000 ms", () => {
    vi.useFakeTimers();
    render(<Toasts />);
    const { position, inset } = getComputedStyle(screen.getByRole("status"));
    expect([position, inset]).toEqual(["fixed", "16px 16px auto auto"]);
    act(() => showToast("Saved"));
    act(() => void vi.advanceTimersByTime(1999));
    expect(screen.getByRole("status").textContent).toBe("Saved");
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.getByRole("status").textContent).toBe("");
    vi.useRealTimers();
  });
});
