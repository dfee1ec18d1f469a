import { afterEach, describe, expect, it, vi } from "vitest";
import { button, configuration, shadow, start, useEmbedPage } from "../../tests/kit/surfaces/embedPage.ts";

useEmbedPage();

const host = () => shadow()?.host as HTMLElement;
const place = () => [host().dataset["position"], host().style.getPropertyValue("--ph-y")];
const stored = () => JSON.parse(localStorage.getItem("ph:T:place") ?? "null");
const moveLabel = "Move with Shift and the arrow keys";

/** A page whose launcher may be moved. */
async function open(data: Record<string, string> = {}) {
  Object.assign(configuration, { speaksFirst: true, moveLabel });
  const widget = await start(data);
  await vi.waitFor(() => expect(button()?.getAttribute("aria-description")).toBe(moveLabel));
  return widget;
}

function press(key: string, shiftKey = true): void {
  button()?.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true }));
}

/** The launcher is 56 px large and at the bottom right of a window of 1024 by 768 px. */
function drag(x: number, y: number): void {
  const element = button() as HTMLElement;
  element.setPointerCapture = vi.fn();
  const rect = new DOMRect(948, 692, 56, 56);
  vi.spyOn(element, "getBoundingClientRect").mockReturnValue(rect);
  const at = (type: string, clientX: number, clientY: number) =>
    element.dispatchEvent(new PointerEvent(type, { clientX, clientY, bubbles: true }));
  at("pointerdown", 970, 710);
  at("pointermove", 970 + x, 710 + y);
  at("pointerup", 970 + x, 710 + y);
  element.click();
}

afterEach(() => Reflect.deleteProperty(configuration, "moveLabel"));

describe("a launcher that visitors may move", () => {
  it("snaps to the nearest edge, remembers its place, and doesn't open the chat", async () => {
    const widget = await open();
    drag(-700, -300);
    expect(place()).toEqual(["left", "320px"]);
    expect(stored()).toEqual({ side: "left", y: 320 });
    expect(widget.state.open).toBe(false);
    button()?.click();
    await vi.waitFor(() => expect(widget.state.open).toBe(true));
  });

  it("opens on a click with a small movement", async () => {
    const widget = await open();
    drag(3, -2);
    await vi.waitFor(() => expect(widget.state.open).toBe(true));
    expect(stored()).toBeNull();
  });

  it("stays within the window, even if that gets smaller", async () => {
    await open();
    drag(0, -2000);
    expect(place()[1]).toBe("760px");
    vi.stubGlobal("innerHeight", 400);
    dispatchEvent(new Event("resize"));
    expect(place()[1]).toBe("392px");
    drag(0, 2000);
    expect(place()[1]).toBe("8px");
  });

  it("moves by Shift and the arrow keys, and leaves them to the page without Shift", async () => {
    await open();
    for (const key of ["ArrowUp", "ArrowUp", "ArrowDown", "ArrowLeft"]) press(key);
    press("ArrowUp", false);
    expect(place()).toEqual(["left", "44px"]);
    press("ArrowRight");
    expect(place()[0]).toBe("right");
  });

  it("returns to its place on the visitor's next page", async () => {
    localStorage.setItem("ph:T:place", JSON.stringify({ side: "left", y: 300 }));
    await open();
    expect(place()).toEqual(["left", "300px"]);
    expect(host().dataset["moved"]).toBe("low");
  });

  it.each([["no JSON"], [`{"side":"top","y":5}`], [`{"side":"left","y":"x"}`], ["null"]])(
    "uses the position from Deploy if the storage has %s",
    async (kept) => {
      localStorage.setItem("ph:T:place", kept);
      await open();
      expect(place()).toEqual(["right", "20px"]);
    },
  );

  it("stores nothing before the visitor agrees", async () => {
    await open({ consent: "required" });
    press("ArrowUp");
    expect([place()[1], stored()]).toEqual(["44px", null]);
  });

  it("can no longer be moved once the widget is removed", async () => {
    const widget = await open();
    const before = button();
    await widget.destroy();
    const pressed = new KeyboardEvent("keydown", { key: "ArrowUp", shiftKey: true, cancelable: true });
    before?.dispatchEvent(pressed);
    expect(pressed.defaultPrevented).toBe(false);
  });
});

it("a launcher stays in place unless its owner allows moving it", async () => {
  Object.assign(configuration, { speaksFirst: true });
  await start();
  await vi.dynamicImportSettled();
  press("ArrowUp");
  expect(place()[1]).toBe("20px");
});
