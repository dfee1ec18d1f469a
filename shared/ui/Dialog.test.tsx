import "../../tests/kit/heedStyles.ts";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { Dialog, type DialogProps } from "./Dialog.tsx";

function open({ children, ...props }: Partial<Omit<DialogProps, "title" | "onClose">> = {}): {
  handleClose: () => void;
  takeAway: () => void;
} {
  const handleClose = vi.fn();
  const { rerender } = render(
    <Dialog title="Delete agent" onClose={handleClose} {...props}>
      {children ?? <p>Sure?</p>}
    </Dialog>,
  );
  return { handleClose, takeAway: () => rerender(<p />) };
}

const dialog = (): HTMLElement => screen.getByRole("dialog");
const clickOn = (element: Element): void => {
  fireEvent.mouseDown(element);
  fireEvent.click(element);
};

describe("a dialog", () => {
  it("opens in the modal root under its title, and the page behind it does not scroll", () => {
    const { takeAway } = open();
    expect(dialog().hasAttribute("open")).toBe(true);
    expect(dialog().closest("#ph-modal-root")).not.toBeNull();
    const title = document.getElementById(dialog().getAttribute("aria-labelledby") ?? "");
    expect(title?.textContent).toBe("Delete agent");
    expect(document.documentElement.style.overflow).toBe("hidden");
    takeAway();
    expect(document.documentElement.style.overflow).toBe("");
  });

  it("fades in: it is drawn first and becomes active a moment later", async () => {
    open();
    const opacity = () => getComputedStyle(dialog()).opacity;
    expect([dialog().hasAttribute("data-active"), opacity()]).toEqual([false, "0"]);
    await act(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect([dialog().hasAttribute("data-active"), opacity()]).toEqual([true, "1"]);
    expect(getComputedStyle(dialog()).transition).toContain("opacity");
  });

  it("keeps the page from scrolling as long as one is open", () => {
    const page = document.documentElement;
    const first = open();
    const second = open();
    first.takeAway();
    expect(page.style.overflow).toBe("hidden");
    second.takeAway();
    expect(page.style.overflow).toBe("");
  });

  it("is never wider than 750 px", () => {
    open({ width: 2000 });
    expect(dialog().style.width).toBe("750px");
  });

  it("closes by its cross and by Escape", () => {
    const { handleClose } = open();
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    fireEvent(dialog(), new Event("cancel", { cancelable: true }));
    expect(handleClose).toHaveBeenCalledTimes(2);
  });

  it("stays when a dialog within it is closed by Escape, and when a file field's chooser is", () => {
    const inner = vi.fn();
    const { handleClose } = open({
      children: (
        <>
          <input type="file" aria-label="File" />
          <Dialog title="Within" onClose={inner}>
            Sure?
          </Dialog>
        </>
      ),
    });
    fireEvent(screen.getByRole("dialog", { name: "Within" }), new Event("cancel", { cancelable: true }));
    expect(inner).toHaveBeenCalledOnce();
    fireEvent(screen.getByLabelText("File"), new Event("cancel", { bubbles: true }));
    expect(handleClose).not.toHaveBeenCalled();
  });

  it.each([
    [true, 1],
    [false, 0],
  ])("with closesOnOutsideClick %s a click outside closes it %i times", (closesOnOutsideClick, times) => {
    const { handleClose } = open({ closesOnOutsideClick });
    clickOn(dialog());
    expect(handleClose).toHaveBeenCalledTimes(times);
  });

  it("stays when a press began inside and ended outside", () => {
    const { handleClose } = open({ closesOnOutsideClick: true });
    fireEvent.mouseDown(screen.getByText("Sure?"));
    fireEvent.click(dialog());
    expect(handleClose).not.toHaveBeenCalled();
  });

  it("is closed while it still stands in the page, so that the focus goes back", () => {
    const close = vi.spyOn(HTMLDialogElement.prototype, "close").mockImplementation(function (this: Element) {
      expect(this.isConnected).toBe(true);
    });
    open().takeAway();
    expect(close).toHaveBeenCalledOnce();
    close.mockRestore();
  });

  it("leaves nothing behind", () => {
    const { takeAway } = open();
    takeAway();
    expect(document.querySelector("dialog")).toBeNull();
  });
});
