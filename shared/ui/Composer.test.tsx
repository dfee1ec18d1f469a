import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import type { ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import { Composer } from "./Composer.tsx";
import type { ComposerProps } from "./Composer.tsx";

function compose(props: Partial<ComposerProps> = {}): {
  handleSend: ReturnType<typeof vi.fn>;
  area: HTMLTextAreaElement;
} {
  const handleSend = vi.fn();
  const Place = (): ReactNode => {
    const [value, setValue] = useState(props.value ?? "");
    return <Composer onSend={handleSend} {...props} value={value} onChange={setValue} />;
  };
  render(<Place />);
  return { handleSend, area: screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" }) };
}

const type = (area: HTMLTextAreaElement, value: string): void =>
  void fireEvent.input(area, { target: { value } });

describe("the composer", () => {
  it("sends the trimmed text by Enter", () => {
    const { handleSend, area } = compose();
    type(area, "  Hello ");
    const isLeftToBrowser = fireEvent.keyDown(area, { key: "Enter" });
    expect(handleSend).toHaveBeenCalledExactlyOnceWith("Hello");
    expect(isLeftToBrowser).toBe(false);
  });

  it("stands as its language does while it is empty, and then as what is written", () => {
    const { area } = compose();
    expect(area.hasAttribute("dir")).toBe(false);
    type(area, "مرحبا");
    expect(area.dir).toBe("auto");
  });

  it("sends by its button", () => {
    const { handleSend, area } = compose();
    type(area, "Hello");
    fireEvent.click(screen.getByRole("button", { name: "Send message" }));
    expect(handleSend).toHaveBeenCalledExactlyOnceWith("Hello");
  });

  it.each([
    ["Shift+Enter begins a line", { key: "Enter", shiftKey: true }],
    ["an Enter that ends a composition", { key: "Enter", isComposing: true }],
    ["Safari's Enter after a composition", { key: "Enter", keyCode: 229 }],
    ["another key", { key: "a" }],
  ])("does not send by %s", (_, init) => {
    const { handleSend, area } = compose({ value: "Hello" });
    expect(fireEvent.keyDown(area, init)).toBe(true);
    expect(handleSend).not.toHaveBeenCalled();
  });

  it("does not send nothing", () => {
    const { handleSend, area } = compose({ value: " \n " });
    fireEvent.keyDown(area, { key: "Enter" });
    expect(handleSend).not.toHaveBeenCalled();
    expect(screen.getByRole<HTMLButtonElement>("button").disabled).toBe(true);
  });

  it("stops an answer and waits with sending until it ends", () => {
    const handleStop = vi.fn();
    const { handleSend, area } = compose({ value: "Next", isAnswering: true, onStop: handleStop });
    fireEvent.keyDown(area, { key: "Enter" });
    fireEvent.click(screen.getByRole("button", { name: "Stop answering" }));
    expect(handleSend).not.toHaveBeenCalled();
    expect(handleStop).toHaveBeenCalledOnce();
    expect(area.disabled).toBe(false);
  });

  it("keeps whole what is too long for a message, says so, and sends it once it is shorter", () => {
    const { handleSend, area } = compose({ value: "w".repeat(8001) });
    expect(area.maxLength).toBe(-1);
    expect(screen.getByRole("alert").textContent).toBe(
      "This is too long: at most 8000 characters are taken. 8001 / 8000",
    );
    expect(area.getAttribute("aria-invalid")).toBe("true");
    fireEvent.keyDown(area, { key: "Enter" });
    expect(handleSend).not.toHaveBeenCalled();
    expect(screen.getByRole<HTMLButtonElement>("button").disabled).toBe(true);
  });

  it("says nothing of a message that is as long as it may be", () => {
    const { handleSend, area } = compose({ value: `${"w".repeat(8000)} ` });
    expect(screen.queryByRole("alert")).toBeNull();
    fireEvent.keyDown(area, { key: "Enter" });
    expect(handleSend).toHaveBeenCalledWith("w".repeat(8000));
  });
});
