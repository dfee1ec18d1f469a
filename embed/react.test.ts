import { act, cleanup, render } from "@testing-library/react";
import { createElement, StrictMode, type ReactElement } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Pilothouse, usePilothouse, type PilothouseProps, type UsedPilothouse } from "./react.ts";

/** A widget's module as an installation serves it, at the far edge: its text, which finds the test's own maker. */
const host = "data:text/javascript,export const createWidget = (o) => globalThis.madeByTest(o); //";
const scope = globalThis as unknown as { madeByTest?: (options: Record<string, unknown>) => unknown };

interface FakeWidget {
  options: Record<string, unknown>;
  state: { unread: number; agent: object };
  hearers: [name: string, hear: (detail: unknown) => void][];
  tell(name: string, detail: unknown): void;
  update: ReturnType<typeof vi.fn>;
  logout: ReturnType<typeof vi.fn>;
  destroy: ReturnType<typeof vi.fn>;
}
let made: FakeWidget[];
/** Each test has a widget of its own. */
let token = "";

beforeEach(() => {
  made = [];
  token += "T";
  scope.madeByTest = (options) => {
    const widget = {
      options,
      state: { unread: 0, agent: {} },
      hearers: [] as FakeWidget["hearers"],
      on(name: string, hear: (detail: unknown) => void) {
        const one: FakeWidget["hearers"][number] = [name, hear];
        widget.hearers.push(one);
        return () => void widget.hearers.splice(widget.hearers.indexOf(one), 1);
      },
      tell(name: string, detail: unknown) {
        for (const [named, hear] of [...widget.hearers]) if (named === name) hear(detail);
      },
      ...{ update: vi.fn(), logout: vi.fn(), destroy: vi.fn() },
    };
    made.push(widget);
    return Promise.resolve(widget);
  };
});

afterEach(() => {
  cleanup();
  delete scope.madeByTest;
});

const chat = (props: Partial<PilothouseProps> = {}) => createElement(Pilothouse, { token, host, ...props });

async function show(element: ReactElement) {
  const view = render(element);
  const widget = await vi.waitFor(() => {
    const [first] = made;
    if (!first || first.hearers.length === 0) throw new Error("no widget yet");
    return first;
  });
  return { ...view, widget };
}

describe("the React component", () => {
  it("is one widget however often it is drawn, and goes with the last that shows it", async () => {
    const { rerender, unmount, widget } = await show(createElement(StrictMode, null, chat(), chat()));
    rerender(createElement(StrictMode, null, chat()));
    await Promise.resolve();
    expect(made).toHaveLength(1);
    expect(widget.destroy).not.toHaveBeenCalled();
    unmount();
    await vi.waitFor(() => expect(widget.destroy).toHaveBeenCalledOnce());
  });

  it("gives its options to the widget, and an inline chat the element that it stands in", async () => {
    const { container, widget } = await show(
      chat({ mode: "inline", className: "help", theme: { primary: "#aa3300" }, onMessageReceived: () => {} }),
    );
    expect(widget.options).toEqual({
      ...{ token, host, mode: "inline", theme: { primary: "#aa3300" } },
      target: container.querySelector(".help"),
    });
  });

  it("tells what changed, and only that", async () => {
    const { rerender, widget } = await show(chat({ theme: { primary: "#aa3300" }, hideOn: [/cart/] }));
    rerender(chat({ theme: { primary: "#aa3300" }, hideOn: [/cart/] }));
    expect(widget.update).not.toHaveBeenCalled();
    rerender(chat({ theme: { primary: "#000000" }, hideOn: [/checkout/] }));
    expect(widget.update).toHaveBeenLastCalledWith({ theme: { primary: "#000000" }, hideOn: [/checkout/] });
    rerender(chat({ theme: { primary: "#000000" } }));
    expect(widget.update).toHaveBeenLastCalledWith({ hideOn: null });
  });

  it("hears with the listeners of its latest drawing, and asks to be asked only where one listens", async () => {
    const [first, second] = [vi.fn(), vi.fn()];
    const { rerender, widget } = await show(chat({ onMessageReceived: first }));
    rerender(chat({ onMessageReceived: second }));
    act(() => widget.tell("message:received", { text: "Hi" }));
    expect([first.mock.calls, second.mock.calls]).toEqual([[], [[{ text: "Hi" }]]]);
    const asked = () => widget.hearers.some(([name]) => name === "message:before-send");
    expect(asked()).toBe(false);
    rerender(chat({ onMessageBeforeSend: () => {} }));
    expect(asked()).toBe(true);
    rerender(chat());
    expect(asked()).toBe(false);
  });

  it("asks the latest drawing for a fresh token, and leaves with who is signed in", async () => {
    const identity = { token: "JWT" };
    const { rerender, widget } = await show(chat({ identity, onTokenExpired: () => "old" }));
    rerender(chat({ identity, onTokenExpired: () => "new" }));
    expect((widget.options["onTokenExpired"] as () => string)()).toBe("new");
    rerender(chat());
    expect(widget.logout).toHaveBeenCalledOnce();
  });

  it("waits for the next one that shows it where the module can't be had", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { unmount } = render(chat({ host: "data:text/javascript,throw new Error('down');//" }));
    await vi.waitFor(() => expect(warned).toHaveBeenCalledOnce());
    unmount();
    await show(chat());
    expect(made).toHaveLength(1);
    warned.mockRestore();
  });
});

describe("the React hook", () => {
  it("gives the widget and its state, redrawn with each event, and nobody before and after", async () => {
    const drawn: UsedPilothouse[] = [];
    function Count() {
      drawn.push(usePilothouse(token));
      return null;
    }
    const { rerender, widget } = await show(createElement("div", null, createElement(Count), chat()));
    expect(drawn[0]).toMatchObject({ widget: null, state: { unread: 0 } });
    await vi.waitFor(() => expect(drawn.at(-1)?.widget).toBe(widget));
    act(() => {
      widget.state.unread = 2;
      widget.tell("unread", { count: 2 });
    });
    expect(drawn.at(-1)?.state.unread).toBe(2);
    rerender(createElement("div", null, createElement(Count)));
    await vi.waitFor(() => expect(drawn.at(-1)?.widget).toBeNull());
  });
});
