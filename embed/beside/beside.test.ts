import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { proactiveQuietMs } from "../../shared/domain/proactive.ts";
import type { ProactiveConditions, PublicRule } from "../../shared/domain/proactive.ts";
import {
  button,
  configuration,
  connectFrame,
  fetched,
  host,
  shadow,
  start,
  useEmbedPage,
} from "../../tests/kit/surfaces/embedPage.ts";
import type { Widget } from "../types.ts";

useEmbedPage();

const rule = (when: Partial<ProactiveConditions>, ...texts: string[]): PublicRule => ({
  id: `rule-${texts[0]}`,
  when: {
    ...{ pages: [], notPages: [], afterSeconds: 0, scrollPercent: 0, onExit: false, visitors: "all" },
    ...{ attributes: [], event: "" },
    ...when,
  },
  texts: texts.map((text, at) => ({ id: `t${at}`, text })),
});

const said = () => shadow()?.querySelector("[role=status] [data-open]")?.lastChild?.textContent ?? null;
const counted = () =>
  fetched.mock.calls.flatMap(([url]) => new URL(String(url)).searchParams.get("what") ?? []);

/** A page with these rules; from then on its time is the test's. */
async function open(rules: PublicRule[], data: Record<string, string> = {}): Promise<Widget> {
  Object.assign(configuration, { proactive: rules, speaksFirst: rules.length > 0 });
  const widget = await start(data);
  if (rules.length > 0) await vi.waitFor(() => expect(shadow()?.querySelector(".beside")).toBeTruthy());
  return widget;
}

function useTime(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
}

function go(path: string): void {
  history.pushState(null, "", path);
}

beforeEach(() => go("/"));
afterEach(() => vi.useRealTimers());

describe("a rule", () => {
  it("speaks on its page alone, after its time, also where the page changes without a load", async () => {
    useTime();
    await open([rule({ pages: ["/pricing*"], afterSeconds: 5 }, "Any questions?")]);
    vi.advanceTimersByTime(60_000);
    expect(said()).toBeNull();
    go("/pricing");
    vi.advanceTimersByTime(4900);
    expect(said()).toBeNull();
    vi.advanceTimersByTime(200);
    expect(said()).toBe("Any questions?");
    expect(counted()).toEqual(["shown"]);
  });

  it("speaks once, and the visitor can take it away: all rules are quiet for a week then", async () => {
    useTime();
    const rules = [
      rule({}, "Hello"),
      rule({ pages: ["/b"] }, "Here, too"),
      rule({ pages: ["/c"] }, "And here"),
    ];
    await open(rules);
    shadow()?.querySelector<HTMLElement>("[aria-label='Hide message']")?.click();
    expect([said(), shadow()?.activeElement]).toEqual([null, button()]);
    go("/b");
    expect(said()).toBeNull();
    await visitAgain(rules);
    expect(said()).toBeNull();
    vi.setSystemTime(Date.now() + proactiveQuietMs);
    await visitAgain(rules);
    expect([said(), counted()]).toEqual(["Here, too", ["shown", "dismissed", "shown"]]);
  });

  async function visitAgain(rules: PublicRule[]): Promise<void> {
    await (window as unknown as { Pilothouse: Widget }).Pilothouse.destroy();
    await open(rules);
  }

  it("says each of its two texts to half of the visitors, and tells which was shown", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.7);
    await open([rule({}, "Hello", "Good day")]);
    expect(said()).toBe("Good day");
    expect(fetched).toHaveBeenLastCalledWith(
      `${host}/api/public/v1/copilots/proactive?token=T&rule=rule-Hello&text=t1&what=shown`,
      expect.objectContaining({ method: "POST", mode: "no-cors", credentials: "omit", keepalive: true }),
    );
  });

  it("opens the chat with what it said as the greeting, tells the agent, and counts the answer", async () => {
    const widget = await open([rule({}, "Any questions?")]);
    const opened = vi.fn();
    widget.on("open", opened);
    shadow()?.querySelector<HTMLElement>("[data-open]")?.click();
    const { heard, say } = await connectFrame();
    const view = { said: "Any questions?" };
    await vi.waitFor(() =>
      expect(heard).toContainEqual({ type: "open", payload: { focus: expect.any(Boolean), view } }),
    );
    await vi.waitFor(() =>
      expect(heard.findLast(({ type }) => type === "track")?.payload).toMatchObject([
        { event: "proactive_message", properties: { text: "Any questions?" } },
      ]),
    );
    expect([said(), opened.mock.calls]).toEqual([null, [[{ by: "proactive" }]]]);
    for (const id of ["m1", "m2"]) say("event", { name: "message:sent", detail: { id, text: "Yes" } });
    await vi.waitFor(() => expect(counted()).toEqual(["shown", "opened", "answered"]));
  });

  it("waits for what page code tells of the visitor", async () => {
    const attribute = { name: "plan", operator: "is", value: "free" } as const;
    const widget = await open([rule({ event: "cart_left", attributes: [attribute] }, "Still there?")]);
    await widget.track("cart_left");
    expect(said()).toBeNull();
    await widget.setAttributes({ plan: "free" });
    expect(said()).toBe("Still there?");
  });

  it("speaks as the pointer leaves the window at its top", async () => {
    await open([rule({ onExit: true }, "Before you go")]);
    document.dispatchEvent(new MouseEvent("mouseout", { relatedTarget: document.body, clientY: -1 }));
    document.dispatchEvent(new MouseEvent("mouseout", { clientY: 400 }));
    expect(said()).toBeNull();
    document.dispatchEvent(new MouseEvent("mouseout", { clientY: -1 }));
    expect(said()).toBe("Before you go");
  });

  it("speaks to those who come back, half an hour later or more", async () => {
    useTime();
    const rules = [rule({ visitors: "returning" }, "Welcome back")];
    await open(rules);
    await visitAgain(rules);
    expect(said()).toBeNull();
    vi.setSystemTime(Date.now() + 31 * 60_000);
    await visitAgain(rules);
    expect(said()).toBe("Welcome back");
  });

  it.each<[string, Record<string, string>]>([
    ["before the visitor agreed that something is kept", { consent: "required" }],
    ["over a chat in the page", { mode: "inline" }],
    ["where the page hides the chat", { hideOn: "/*" }],
  ])("is silent %s", async (_, data) => {
    await open([rule({}, "Hello")], data);
    expect([said(), localStorage.length, counted()]).toEqual([null, 0, []]);
  });

  it("shows messages only within the server's spans, whatever the visitor's clock says", async () => {
    useTime();
    vi.setSystemTime(0);
    const live = [
      { fromMs: 0, toMs: 1000 },
      { fromMs: 60_000, toMs: 120_000 },
    ];
    await open([{ ...rule({ afterSeconds: 5 }, "Any questions?"), live }]);
    vi.advanceTimersByTime(59_000);
    expect(said()).toBeNull();
    vi.advanceTimersByTime(2000);
    expect(said()).toBe("Any questions?");
  });

  it("is silent once its last span is over", async () => {
    useTime();
    await open([{ ...rule({ afterSeconds: 5 }, "Any questions?"), live: [{ fromMs: 0, toMs: 4000 }] }]);
    vi.advanceTimersByTime(60_000);
    expect(said()).toBeNull();
  });

  it("is silent once the visitor has opened the chat", async () => {
    const widget = await open([rule({ pages: ["/b"] }, "Hello")]);
    await widget.open();
    await widget.close();
    go("/b");
    expect(said()).toBeNull();
  });
});

describe("page code", () => {
  it("has something said, one time under its key, with answers that are sent", async () => {
    const widget = await open([]);
    expect(shadow()?.querySelector(".beside")).toBeNull();
    const message = { text: "Need a hand?", actions: [{ text: "Yes, please" }], once: "hand" };
    widget.say(message);
    await vi.waitFor(() => expect(said()).toBe("Need a hand?"));
    widget.hideProactive();
    await vi.waitFor(() => expect(said()).toBeNull());
    widget.say(message);
    widget.say({ ...message, once: "other" });
    await vi.waitFor(() => expect(said()).toBe("Need a hand?"));
    shadow()?.querySelector<HTMLElement>("[role=status] .chip")?.click();
    const { heard } = await connectFrame();
    await vi.waitFor(() =>
      expect(heard).toContainEqual(
        expect.objectContaining({
          payload: expect.objectContaining({ name: "send", detail: { text: "Yes, please", files: [] } }),
        }),
      ),
    );
    expect(counted()).toEqual([]);
  });

  it("takes back what waits to be said", async () => {
    useTime();
    const widget = await open([rule({ pages: ["/never"] }, "x")]);
    widget.say({ text: "Hello", delayMs: 1000 });
    await vi.advanceTimersByTimeAsync(900);
    widget.hideProactive();
    await vi.advanceTimersByTimeAsync(5000);
    expect(said()).toBeNull();
  });
});
