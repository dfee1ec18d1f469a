import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { useKeptFocus } from "./useKeptFocus.ts";

function Rows({ asks = false }: { asks?: boolean }) {
  const [names, setNames] = useState(["One", "Two", "Three"]);
  const [asked, setAsked] = useState<string | null>(null);
  const kept = useKeptFocus<HTMLDivElement>();
  const remove = (gone: string) => {
    setNames(names.filter((name) => name !== gone));
    setAsked(null);
  };
  return (
    <>
      <div {...kept}>
        {names.map((name) => (
          <button key={name} onClick={() => (asks ? setAsked(name) : remove(name))}>
            {name}
          </button>
        ))}
        {asked && (
          <Dialog title="Sure?" onClose={() => setAsked(null)}>
            <button onClick={() => remove(asked)}>Yes</button>
          </Dialog>
        )}
      </div>
      <button onClick={() => setNames([])}>All</button>
      <button onClick={() => setNames(["Zero", ...names])}>Before</button>
    </>
  );
}

const button = (name: string) => screen.getByRole("button", { name });
function press(name: string) {
  act(() => button(name).focus());
  fireEvent.click(button(name));
}

describe("the focus of a control that goes away", () => {
  it("passes to the replacement, and from the last to the one before", () => {
    render(<Rows />);
    press("One");
    expect(document.activeElement).toBe(button("Two"));
    press("Three");
    expect(document.activeElement).toBe(button("Two"));
  });

  it("knows its place where others came before it meanwhile", () => {
    render(<Rows />);
    act(() => button("Two").focus());
    fireEvent.click(button("Before"));
    fireEvent.click(button("Two"));
    expect(document.activeElement).toBe(button("Three"));
  });

  it("passes on after a dialog that asked, though that finds nobody to give it back to", () => {
    render(<Rows asks />);
    press("Two");
    press("Yes");
    expect(document.activeElement).toBe(button("Three"));
  });

  it("stays where somebody went meanwhile", () => {
    render(<Rows />);
    act(() => button("One").focus());
    press("All");
    expect(document.activeElement).toBe(button("All"));
  });

  it("is not called back by who left for nothing", () => {
    render(<Rows />);
    act(() => button("Three").focus());
    act(() => button("Three").blur());
    fireEvent.click(button("Three"));
    expect(document.activeElement).toBe(document.body);
  });
});
