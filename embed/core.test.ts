import { afterEach, describe, expect, it, vi } from "vitest";
import { createWidget } from "./module.ts";
import {
  button,
  configuration,
  connectFrame,
  fetched,
  frame,
  frameWindow,
  host,
  shadow,
  start,
  useEmbedPage,
} from "../tests/kit/surfaces/embedPage.ts";

useEmbedPage();

const launcher = () => document.querySelector<HTMLElement>("pilothouse-launcher");

describe("what a page asks of the chat", () => {
  /** Answers what the frame was asked by this name. */
  async function answer(
    of: Awaited<ReturnType<typeof connectFrame>>,
    name: string,
    value: unknown,
    error: unknown = null,
  ) {
    const asked = await vi.waitFor(() => {
      const found = of.heard.findLast(
        ({ type, payload }) => type === "ask" && (payload as { name: string }).name === name,
      );
      if (!found) throw new Error(`nobody asked for ${name}`);
      return found.payload as { id: number; detail: unknown }; // as the protocol has it
    });
    of.say("answer", { id: asked.id, value, error });
    return asked.detail;
  }

  it("waits for the frame's answer, and rejects with its code", async () => {
    const api = await start();
    const sent = api.send("Hi", { open: false });
    const of = await connectFrame();
    expect(await answer(of, "send", { id: "m" })).toEqual({ text: "Hi", files: [] });
    expect(await sent).toEqual({ id: "m" });
    expect(api.state.open).toBe(false);
    const written = api.transcript("c");
    const held = expect(written).rejects.toMatchObject({ code: "not_found" });
    await answer(of, "transcript", null, { code: "not_found", message: "Gone." });
    await held;
  });

  it("opens only after it was told what page code said before", async () => {
    const api = await start();
    api.setConsent("denied");
    await api.open();
    expect(frame()?.src).toContain("consent=denied");
  });

  it("writes into the composer what page code said before the frame was there", async () => {
    const api = await start();
    api.prefill("Hello");
    const of = await connectFrame();
    await vi.waitFor(() => expect(of.heard).toContainEqual({ type: "prefill", payload: { text: "Hello" } }));
  });

  it("opens the chat for a call, and ends the call", async () => {
    const api = await start();
    await api.startCall();
    const of = await connectFrame();
    expect(api.state.open).toBe(true);
    await vi.waitFor(() =>
      expect(of.heard).toContainEqual({ type: "open", payload: { focus: false, view: "call" } }),
    );
    api.endCall();
    expect(await answer(of, "endCall", null)).toEqual({});
  });

  it("says everything again to a frame that was loaded again, but a message, which the frame keeps itself", async () => {
    const api = await start({ userToken: "JWT" });
    api.setAttributes({ plan: "pro" });
    api.setContext({ cart: 3 });
    const sent = api.send("Hi");
    const all = api.conversations();
    const first = await connectFrame();
    const isIdentity = { type: "ask", payload: expect.objectContaining({ name: "identify" }) };
    await vi.waitFor(() => expect(first.heard).toContainEqual(expect.objectContaining(isIdentity)));
    frameWindow.postMessage.mockClear();
    const again = await connectFrame();
    await vi.waitFor(() => expect(again.heard.at(-1)).toMatchObject({ type: "ask" }));
    const told = again.heard.map(({ type, payload }) =>
      type === "ask" ? (payload as { name: string }).name : type,
    );
    expect(told).toEqual([
      "init",
      "navigate",
      "tools",
      "context",
      "attributes",
      "open",
      "conversations",
      "identify",
    ]);
    again.say("event", { name: "message:sent", detail: { id: "m", text: "Hi" } });
    expect(await sent).toEqual({ id: "m", text: "Hi" });
    await answer(again, "conversations", []);
    expect(await all).toEqual([]);
  });

  it("leaves out of an identity what the server would refuse, and tells page code", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    const api = await start();
    const odd = { userId: 42, hash: "ab", name: null, email: "", phone: "030 1234", plan: "pro" };
    const said = api.identify({ ...odd, attrs: { seats: 3, company: { name: "x" } } } as never); // as page code does
    const of = await connectFrame();
    expect(await answer(of, "identify", { verified: true })).toEqual({
      ...{ userId: "42", hash: "ab", attrs: { seats: 3 } },
    });
    const ignored = ["name", "email", "phone", "plan", "attrs.company"];
    expect(await said).toEqual({ verified: true, ignored });
    expect(warned).toHaveBeenCalledWith(expect.stringContaining(ignored.join(", ")));
  });

  it("keeps of a context what can be written as JSON, and tells page code of the rest", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    const api = await start();
    api.setContext({ cart: 3n, page: "shop" });
    const circle: Record<string, unknown> = { name: "x" };
    circle["self"] = circle;
    await api.open();
    const of = await connectFrame();
    const contexts = () => of.heard.filter(({ type }) => type === "context").map(({ payload }) => payload);
    await vi.waitFor(() => expect(contexts().at(-1)).toEqual({ cart: "3", page: "shop" }));
    api.setContext({ circle, text: "t".repeat(5000), plan: "pro", when: new Date(0) });
    await vi.waitFor(() =>
      expect(contexts().at(-1)).toEqual({
        circle: { name: "x" },
        plan: "pro",
        when: "1970-01-01T00:00:00.000Z",
      }),
    );
    expect(warned).toHaveBeenCalledWith(
      expect.stringContaining("setContext left out what is not valid: circle.self, text"),
    );
  });

  it("leaves out of whatever else page code says what is not valid, and the message is sent", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    const api = await start();
    api.update({ context: { cart: { items: 3, onBuy() {} } } });
    const odd = { plan: "pro", seats: 3n, onBuy() {}, note: "n".repeat(501) } as never; // as page code does
    const ignored = ["seats", "onBuy", "note"];
    expect(await api.setAttributes(odd)).toEqual({ ignored });
    expect(await api.track("bought", odd)).toEqual({ ignored });
    expect(await api.track(7 as never)).toEqual({ ignored: ["event"] });
    expect(await api.setAttributes({ plan: "pro" })).toEqual({});
    void api.send("Hi", { meta: odd });
    const of = await connectFrame();
    expect(await answer(of, "send", { id: "m" })).toEqual({ text: "Hi", files: [], meta: { plan: "pro" } });
    const told = (type: string) => of.heard.findLast((one) => one.type === type)?.payload;
    expect(told("context")).toEqual({ cart: { items: 3 } });
    expect(told("attributes")).toEqual({ plan: "pro" });
    expect(told("track")).toMatchObject([{ event: "bought", properties: { plan: "pro" } }]);
    expect(warned.mock.calls.flat()).toEqual([
      "Pilothouse: setContext left out what is not valid: cart.onBuy",
      ...["setAttributes", "track"].map(
        (name) => `Pilothouse: ${name} left out what is not valid: ${ignored.join(", ")}`,
      ),
      "Pilothouse: track left out what is not valid: event",
      `Pilothouse: send left out what is not valid: ${ignored.join(", ")}`,
    ]);
  });

  it("vets the context of the first options too", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    const widget = await createWidget({ token: "C", host, context: { page: "shop", onBuy() {} } });
    await widget?.open();
    const of = await connectFrame();
    await vi.waitFor(() =>
      expect(of.heard.findLast(({ type }) => type === "context")?.payload).toEqual({ page: "shop" }),
    );
    expect(warned).toHaveBeenCalledWith(
      expect.stringContaining("setContext left out what is not valid: onBuy"),
    );
    await widget?.destroy();
  });

  it("asks for a fresh token when the visitor's has run out", async () => {
    const api = await start();
    api.update({ onTokenExpired: () => "fresh" });
    await api.open();
    const of = await connectFrame();
    of.say("event", { name: "token:expired", detail: {} });
    expect(await answer(of, "identify", { verified: true })).toEqual({ token: "fresh" });
  });

  it("lets a listener change a message or hold it back, and is asked only where one listens", async () => {
    const api = await start();
    await api.open();
    const of = await connectFrame();
    await vi.waitFor(() =>
      expect(of.heard[0]).toMatchObject({ payload: { options: { asksBeforeSend: false } } }),
    );
    api.on("message:before-send", (event) =>
      event.text === "no" ? event.preventDefault() : event.replace("other"),
    );
    await vi.waitFor(() =>
      expect(of.heard).toContainEqual({
        type: "options",
        payload: { asksBeforeSend: true, asksBeforeOpen: false },
      }),
    );
    of.say("before-send", { id: 1, text: "yes" });
    of.say("before-send", { id: 2, text: "no" });
    await vi.waitFor(() =>
      expect(
        of.heard.filter(({ type }) => type === "before-send-answer").map(({ payload }) => payload),
      ).toEqual([
        { id: 1, text: "other" },
        { id: 2, text: null },
      ]),
    );
  });

  it("rejects where there is no chat, and nothing of it is unheard", async () => {
    fetched.mockImplementation(async () => Response.json({ error: { code: "bad_token" } }, { status: 404 }));
    const api = await start();
    await expect(api.send("Hi")).rejects.toMatchObject({ code: "bad_token" });
    void api.identify({ userId: "u" });
    await api.open();
    expect(frame()).toBeFalsy();
  });

  it("tells the frame by its address what may be kept, and wipes the page's part when consent is taken back", async () => {
    localStorage.setItem("ph:T:session", "s");
    localStorage.setItem("other", "page");
    const api = await start({ consent: "required", storage: "session" });
    await api.open();
    expect(frame()?.src).toBe(`${host}/embed/T#storage=session&consent=required`);
    api.setConsent("denied");
    await vi.waitFor(() => expect({ ...localStorage }).toEqual({ other: "page" }));
  });

  it("loads a frame again with the consent that the visitor gave", async () => {
    const api = await start({ consent: "required" });
    await api.open();
    const { say } = await connectFrame();
    say("event", { name: "consent", detail: { value: "granted" } });
    say("reload-request", {});
    await vi.waitFor(() => expect(frame()?.src).toBe(`${host}/embed/T?again=1#storage=&consent=granted`));
  });

  it("counts in a hidden page's title, and gives the title back", async () => {
    document.title = "Shop";
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    const api = await start();
    await api.open();
    const { say } = await connectFrame();
    say("state", { unread: 2, online: true, conversationId: null });
    await vi.waitFor(() => expect(document.title).toBe("(2) Shop"));
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(document.title).toBe("Shop");
  });

  it("becomes a link to the hosted page where the policy keeps the frame out", async () => {
    configuration.hostedUrl = `${host}/p/acme`;
    const api = await start();
    configuration.hostedUrl = null;
    await api.open();
    const violation = { effectiveDirective: "frame-src", blockedURI: `${host}/embed/T` };
    dispatchEvent(Object.assign(new Event("securitypolicyviolation"), violation));
    const link = shadow()?.querySelector<HTMLAnchorElement>("a[part=launcher]");
    expect([link?.getAttribute("href"), link?.getAttribute("aria-label")]).toEqual([
      `${host}/p/acme`,
      "Open chat",
    ]);
    expect(frame()).toBeNull();
    expect(button()?.localName).toBe("a");
  });
});

describe("a frame's document", () => {
  it("that takes another one's place leaves nothing unheard that the visitor did in the first", async () => {
    const api = await start();
    await api.open();
    const first = await connectFrame();
    frameWindow.postMessage.mockClear();
    // Written before the second hello, and on its way longer than that: ports and windows have roads of their own.
    first.say("close-request", {});
    first.say("state", { unread: 9 });
    await connectFrame();
    await vi.waitFor(() => expect(api.state.open).toBe(false));
    expect(api.state.unread).toBe(0);
  });

  it("that is asked for again is loaded again, also where its address has a fragment", async () => {
    const api = await start({ storage: "session" });
    await api.open();
    const { say } = await connectFrame();
    const before = frame()?.src ?? "";
    say("reload-request", {});
    await vi.waitFor(() => expect(frame()?.src.split("#")[0]).not.toBe(before.split("#")[0]));
    expect(frame()?.src.split("#")[1]).toBe("storage=session&consent=");
  });

  it("is told what was asked while it is loaded again, once it is there", async () => {
    const api = await start();
    await api.open();
    const { say } = await connectFrame();
    say("reload-request", {});
    await vi.waitFor(() => expect(frame()?.src).toContain("again=1"));
    api.prefill("Where is my order?");
    frameWindow.postMessage.mockClear();
    const { heard } = await connectFrame();
    await vi.waitFor(() =>
      expect(heard).toContainEqual({ type: "prefill", payload: { text: "Where is my order?" } }),
    );
  });

  it("goes once to the place that page code opened, and not again in the next document", async () => {
    const api = await start();
    await api.open("history");
    const first = await connectFrame();
    const opened = (of: typeof first) => of.heard.filter(({ type }) => type === "open");
    await vi.waitFor(() => expect(opened(first)).toMatchObject([{ payload: { view: "history" } }]));
    frameWindow.postMessage.mockClear();
    const again = await connectFrame();
    await vi.waitFor(() => expect(opened(again)).toEqual([{ type: "open", payload: { focus: false } }]));
  });

  describe("that can't be had", () => {
    const waiting = () => shadow()?.querySelector<HTMLElement>(".wait");
    const status = () => waiting()?.querySelector("[role=status]")?.textContent;
    /** The browser is through with it, and no word has come. */
    function fail(): void {
      frame()?.dispatchEvent(new Event("load"));
      vi.advanceTimersByTime(1000);
    }
    async function openWithTimers() {
      const api = await start();
      await api.open();
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      return api;
    }
    afterEach(() => void vi.useRealTimers());

    it("is waited for with a way out, not with what the browser shows", async () => {
      const api = await openWithTimers();
      button()?.focus();
      frame()?.focus();
      expect([waiting()?.hidden, status()]).toEqual([false, ""]);
      fail();
      expect(status()).toBe("No connection at the moment. The chat opens as soon as there is one.");
      waiting()?.querySelector("button")?.click();
      expect(api.state.open).toBe(false);
    });

    it("is tried again by itself, more and more seldom, and not for ever", async () => {
      await openWithTimers();
      const tries = () => Number(/again=(\d+)/.exec(frame()?.src ?? "")?.[1] ?? 0);
      for (let count = 1; count <= 5; count += 1) {
        fail();
        vi.advanceTimersByTime(1000 * 2 ** count);
        expect(tries()).toBe(count);
      }
      fail();
      vi.advanceTimersByTime(10 * 60_000);
      expect(tries()).toBe(5);
    });

    it("is tried again at once when the network is back, or the visitor opens the chat again", async () => {
      const api = await openWithTimers();
      const network = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
      fail();
      vi.advanceTimersByTime(60_000);
      expect(frame()?.src).not.toContain("again");
      network.mockReturnValue(true);
      dispatchEvent(new Event("online"));
      expect(frame()?.src).toContain("again=1");
      fail();
      await api.close();
      await api.open();
      expect(frame()?.src).toContain("again=2");
    });

    it("shows the chat once it is there after all", async () => {
      await openWithTimers();
      fail();
      await connectFrame();
      expect(waiting()?.hidden).toBe(true);
      fail();
      expect(waiting()?.hidden).toBe(true);
    });
  });
});

describe("what page code may decide", () => {
  it("a link of the chat is the page's to open, where it listens; else it opens as ever", async () => {
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    const api = await start();
    await api.open();
    const { say, heard } = await connectFrame();
    const went = vi.fn();
    api.on("link:click", (link) => {
      if (!link.url.startsWith("https://shop.example/")) return;
      link.preventDefault();
      went(link.url);
    });
    await vi.waitFor(() =>
      expect(heard.at(-1)).toMatchObject({ type: "options", payload: { asksBeforeOpen: true } }),
    );
    for (const url of ["https://shop.example/shoes", "https://other.example/", "javascript:alert(1)"])
      say("open-url", { url });
    await vi.waitFor(() =>
      expect(opened.mock.calls).toEqual([["https://other.example/", "_blank", "noopener"]]),
    );
    expect(went.mock.calls).toEqual([["https://shop.example/shoes"]]);
  });

  it("a chat that the page hides counts as one that nobody sees", async () => {
    const api = await start();
    await api.open();
    const { heard } = await connectFrame();
    api.hide();
    api.show();
    await vi.waitFor(() =>
      expect(heard.filter(({ type }) => type === "visibility").map(({ payload }) => payload)).toEqual([
        { isVisible: false },
        { isVisible: true },
      ]),
    );
  });

  it("the latest twenty things that the visitor did are told, also to the next document, until the visitor leaves", async () => {
    const api = await start();
    for (let at = 0; at < 22; at += 1) api.track("seen", { at });
    await api.open();
    const first = await connectFrame();
    const toldTo = ({ heard }: typeof first) =>
      heard.findLast(({ type }) => type === "track")?.payload as { properties: { at: number } }[]; // see above
    await vi.waitFor(() =>
      expect(toldTo(first).map(({ properties }) => properties.at)).toEqual(
        Array.from({ length: 20 }, (_, at) => at + 2),
      ),
    );
    api.track("bought");
    await vi.waitFor(() => expect(toldTo(first).at(-1)).toEqual({ event: "bought", at: expect.any(Number) }));
    frameWindow.postMessage.mockClear();
    const again = await connectFrame();
    await vi.waitFor(() => expect(toldTo(again)).toHaveLength(20));
    void api.logout();
    await vi.waitFor(() => expect(toldTo(again)).toEqual([]));
  });

  it("an inline chat may be as high as what is in it", async () => {
    await start({ mode: "inline", height: "auto" });
    const { say, heard } = await connectFrame();
    const height = () => launcher()?.style.getPropertyValue("--ph-h");
    expect(height()).toBe("320px");
    await vi.waitFor(() => expect(heard[0]).toMatchObject({ payload: { look: { height: "auto" } } }));
    say("resize", { width: 400, height: 512 });
    await vi.waitFor(() => expect(height()).toBe("512px"));
  });

  it("any other chat has the height of Deploy where the page says `auto`", async () => {
    const api = await start({ height: "auto" });
    await api.open();
    const { say, heard } = await connectFrame();
    await vi.waitFor(() => expect(heard[0]).toMatchObject({ payload: { look: {} } }));
    say("resize", { width: 400, height: 512 });
    await api.close();
    expect(launcher()?.style.getPropertyValue("--ph-h")).toBe(`${configuration.settings.panelHeight}px`);
  });

  it.each([true, false])(
    "the page sounds for its frame where the visitor touched it: %s",
    async (isTouched) => {
      const tones = vi.fn();
      vi.stubGlobal(
        "AudioContext",
        class {
          resume = tones;
        },
      );
      vi.stubGlobal("navigator", { onLine: true, userActivation: { hasBeenActive: isTouched } });
      const api = await start();
      await api.open();
      const { say } = await connectFrame();
      say("sound", {});
      say("state", { unread: 1 });
      await vi.waitFor(() => expect(api.state.unread).toBe(1));
      await import("./sound.ts");
      await vi.waitFor(() => expect(tones).toHaveBeenCalledTimes(isTouched ? 1 : 0));
    },
  );

  it("a message may say something of itself alone", async () => {
    const api = await start();
    void api.send("Hi", { meta: { product: 7 } });
    const { heard } = await connectFrame();
    await vi.waitFor(() =>
      expect(heard).toContainEqual({
        type: "ask",
        payload: { id: 1, name: "send", detail: { text: "Hi", files: [], meta: { product: 7 } } },
      }),
    );
  });

  it("phones may have the launcher at another height, which waits for what knows that", async () => {
    await start({ offsetMobileY: "88" });
    await vi.waitFor(() => expect(launcher()?.hidden).toBe(false));
    expect(launcher()?.style.getPropertyValue("--ph-my")).toBe("88px");
  });

  it("destroy takes away each listener, timer and observer, also of a frame that was never there", async () => {
    const listening = new Map<string, number>();
    const count = (by: number) => (name: string) => void listening.set(name, (listening.get(name) ?? 0) + by);
    const { addEventListener: add, removeEventListener: remove } = window;
    const [added, removed] = [count(1), count(-1)];
    vi.spyOn(window, "addEventListener").mockImplementation((name: string, ...rest: unknown[]) => {
      if ((rest[1] as { once?: boolean } | undefined)?.once !== true) added(name);
      add.call(window, name, ...(rest as [EventListener]));
    });
    vi.spyOn(window, "removeEventListener").mockImplementation((name: string, ...rest: unknown[]) => {
      removed(name);
      remove.call(window, name, ...(rest as [EventListener]));
    });
    const left = vi.spyOn(IntersectionObserver.prototype, "disconnect");
    const api = await start();
    await api.open();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    frame()?.dispatchEvent(new Event("load"));
    expect(vi.getTimerCount()).toBe(1);
    await api.destroy();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
    expect(left).toHaveBeenCalledOnce();
    expect([...listening].filter(([, number]) => number !== 0)).toEqual([]);
  });

  it("nothing comes to life again after destroy", async () => {
    const api = await start();
    await api.open();
    const before = document.documentElement.outerHTML;
    await api.destroy();
    await api.open();
    await expect(api.send("Hi")).rejects.toMatchObject({ code: "destroyed" });
    expect(document.documentElement.outerHTML.length).toBeLessThan(before.length);
    expect(document.querySelector("iframe")).toBeNull();
    expect(frame()).toBeFalsy();
  });
});
