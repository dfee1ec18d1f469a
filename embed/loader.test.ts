import { describe, expect, it, vi } from "vitest";
import { framePermissions } from "../shared/frame/permissions.ts";
import {
  button,
  configuration,
  connectFrame,
  fetched,
  frame,
  frameWindow,
  host,
  makeScript,
  panel,
  runScript,
  scope,
  settings,
  shadow,
  start,
  useEmbedPage,
  warned,
} from "../tests/kit/surfaces/embedPage.ts";
import { settle } from "./settle.ts";
import { readTag } from "./tag.ts";
import type { Widget } from "./types.ts";

useEmbedPage();

describe("the pasted script", () => {
  it("asks once, without credentials, and stores nothing", async () => {
    await start();
    expect(fetched.mock.calls).toEqual([
      [`${host}/api/public/v1/copilots?surface=widget&token=T&locale=auto`, { credentials: "omit" }],
    ]);
    expect(localStorage.length).toBe(0);
    expect(frame()).toBeNull();
  });

  it("writes on the main color as Deploy says, on a page's own as that says, and else leaves it to the sheet", async () => {
    const own = { ...settings, onPrimary: "#ffe08a" };
    fetched.mockResolvedValueOnce(Response.json({ ...configuration, settings: own }));
    const api = await start();
    expect(button()?.style.color).toBe("#ffe08a");
    await api.setTheme({ primary: "#101010" });
    expect(button()?.style.color).toBe("");
    await api.setTheme({ primary: "#101010", onPrimary: "#fafafa" });
    expect(button()?.style.color).toBe("#fafafa");
  });

  it("makes the calls of a queue stub in their order", async () => {
    const order: string[] = [];
    scope["Pilothouse"] = {
      q: [["on", "ready", () => order.push("ready")], ["hide"], ["nonsense"]],
    };
    const api = await start();
    expect(order).toEqual(["ready"]);
    expect(document.querySelector<HTMLElement>("pilothouse-launcher")?.hidden).toBe(true);
    expect(warned).toHaveBeenCalledWith("Pilothouse: no nonsense()");
    void api("show");
    expect(document.querySelector<HTMLElement>("pilothouse-launcher")?.hidden).toBe(false);
  });

  it("is one widget however often it is pasted", async () => {
    await start();
    await start();
    expect(document.querySelectorAll("pilothouse-launcher")).toHaveLength(1);
    expect(fetched).toHaveBeenCalledOnce();
  });

  it("comes when the network does, on a page that was opened without one", async () => {
    const network = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    const started = start();
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce());
    expect(button()).toBeFalsy();
    network.mockReturnValue(true);
    dispatchEvent(new Event("online"));
    const api = await started;
    await vi.waitFor(() => expect(button()).toBeTruthy());
    expect(api.unavailableReason()).toBeNull();
    network.mockRestore();
  });

  it("is not taken for blocked where a network that just came back carries nothing yet", async () => {
    vi.useFakeTimers();
    const network = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    const started = start();
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce());
    network.mockReturnValue(true);
    dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
    await vi.advanceTimersByTimeAsync(3000);
    const api = await started;
    expect(api.unavailableReason()).toBeNull();
    expect(button()).toBeTruthy();
    vi.useRealTimers();
  });

  it("leaves a global of the page alone, and works all the same (C16)", async () => {
    const own = { sailing: true };
    scope["Pilothouse"] = own;
    await runScript();
    await vi.waitFor(() => expect(button()).toBeTruthy());
    expect(scope["Pilothouse"]).toBe(own);
    expect(warned).toHaveBeenCalledOnce();
  });

  it("works on a page that old libraries have changed (C16)", async () => {
    const polluted = ["each", "extend", "token", "look", "q"];
    for (const name of polluted) {
      Object.defineProperty(Object.prototype, name, {
        value: () => "ours",
        writable: true,
        enumerable: true,
        configurable: true,
      });
    }
    Object.defineProperty(Array.prototype, "toJSON", {
      value: () => "[]",
      writable: true,
      enumerable: true,
      configurable: true,
    });
    try {
      const before = new Set(Object.keys(window));
      await start();
      expect(button()?.getAttribute("aria-label")).toBe("Open chat");
      expect(Object.keys(window).filter((name) => !before.has(name))).toEqual(["Pilothouse"]);
    } finally {
      for (const name of polluted) Reflect.deleteProperty(Object.prototype, name);
      Reflect.deleteProperty(Array.prototype, "toJSON");
    }
  });

  it.each([
    ["has no token", makeScript({}, "")],
    ["is named like something in the page", document.createElement("form")],
    ["is not there", null],
  ])("says what is wrong and throws nothing when its tag %s", async (_, script) => {
    await runScript(script);
    expect(warned).toHaveBeenCalledOnce();
    expect(fetched).not.toHaveBeenCalled();
  });

  it.each([
    ["bad_token", () => Response.json({ error: { code: "bad_token" } }, { status: 404 })],
    ["origin_not_allowed", () => Response.json({ error: { code: "origin_not_allowed" } }, { status: 403 })],
    ["disabled", () => Response.json({ error: { code: "surface_disabled" } }, { status: 403 })],
    ["server", () => Response.json({ error: { code: "toString" } }, { status: 500 })],
    ["server", () => new Response("<h1>Bad gateway</h1>", { status: 502 })],
    ["csp_blocked", () => Promise.reject(new TypeError("Failed to fetch"))],
  ] as const)("steps aside and says %s once", async (reason, answer) => {
    fetched.mockImplementation(async () => answer());
    const told = vi.fn();
    addEventListener("pilothouse:unavailable", told, { once: true });
    const api = await start();
    expect(api.unavailableReason()).toBe(reason);
    expect(api.state.status).toBe("unavailable");
    expect(document.querySelector("pilothouse-launcher")).toBeNull();
    expect(warned).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(`Pilothouse: ${reason}.`));
    await api.open();
    expect(told).toHaveBeenCalledOnce();
  });
});

describe("the launcher", () => {
  it("says what it does, and how many messages wait", async () => {
    await start();
    const describeIt = () =>
      ["aria-label", "aria-expanded", "aria-haspopup"].map((name) => button()?.getAttribute(name));
    expect(describeIt()).toEqual(["Open chat", "false", "dialog"]);
    button()?.click();
    await vi.waitFor(() => expect(describeIt()).toEqual(["Close chat", "true", "dialog"]));
    button()?.click();
    const { say } = await connectFrame();
    say("state", { unread: 12, online: true, conversationId: "c" });
    await vi.waitFor(() => expect(describeIt()[0]).toBe("Open chat, 12 unread"));
    expect(shadow()?.querySelector(".badge")?.textContent).toBe("9+");
    expect((scope["Pilothouse"] as Widget).state).toMatchObject({ unread: 12, conversationId: "c" });
  });

  it("only opens for whoever clicks again before anything of the chat is there", async () => {
    const api = await start();
    button()?.click();
    button()?.click();
    await vi.waitFor(() => expect(api.state.open).toBe(true));
    await connectFrame();
    expect(api.state.open).toBe(true);
    button()?.click();
    await vi.waitFor(() => expect(api.state.open).toBe(false));
  });

  it("loads the panel when the visitor comes near, once, and hidden", async () => {
    await start();
    for (const name of ["pointerenter", "focus", "pointerdown", "pointerenter"])
      button()?.dispatchEvent(new Event(name));
    await vi.waitFor(() => expect(shadow()?.querySelector<HTMLElement>("[role=dialog]")?.hidden).toBe(true));
    expect(shadow()?.querySelectorAll("iframe")).toHaveLength(1);
  });

  it.each(["pointerenter", "focus", "click"])(
    "fetches the chat's document on %s, beside the core and into the panel where it stays",
    async (name) => {
      await start({ consent: "required" });
      button()?.dispatchEvent(new Event(name, { bubbles: true }));
      // Nothing was awaited: the core can't be there.
      const begun = frame();
      expect(begun?.src).toBe(`${host}/embed/T#storage=&consent=required`);
      expect([begun?.referrerPolicy, begun?.allow]).toEqual(["origin", framePermissions]);
      await vi.waitFor(() => expect(panel()).toBeTruthy());
      expect(frame()).toBe(begun);
      expect(begun?.parentElement).toBe(panel());
      expect(begun?.src).not.toContain("again");
    },
  );

  it("lets the core come first where the page has asked for something before", async () => {
    const api = await start();
    api.setContext({ cart: 3 });
    button()?.click();
    expect(frame()).toBeFalsy();
    await connectFrame();
    expect(api.state.open).toBe(true);
  });

  it("asks once more for a document that was through before the core could hear it", async () => {
    await start();
    button()?.click();
    // As for one that the page's policy forbids: who would have been told of it comes with the core.
    frame()?.dispatchEvent(new Event("load"));
    await vi.waitFor(() => expect(panel()).toBeTruthy());
    expect(frame()?.src).toContain("?again=1");
  });

  it("asks once more, after a moment, for a document whose word may have been missed", async () => {
    await start();
    button()?.click();
    await vi.waitFor(() => expect(panel()).toBeTruthy());
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    frame()?.dispatchEvent(new Event("load"));
    expect(frame()?.src).not.toContain("again");
    vi.advanceTimersByTime(1000);
    expect(frame()?.src).toContain("?again=1");
    vi.useRealTimers();
  });

  it("takes the suggestions beside it away where somebody closes them", async () => {
    suggest("Where is my order?", "Do you ship?");
    await start();
    await vi.waitFor(() => expect(shadow()?.querySelectorAll(".chip")).toHaveLength(3));
    const dismiss = shadow()?.querySelector<HTMLElement>("[aria-label='Hide suggestion']");
    dismiss?.click();
    expect(shadow()?.querySelector(".chip")).toBeNull();
    expect(shadow()?.activeElement).toBe(button());
  });

  it("sends a suggestion that stands beside it, once the frame listens", async () => {
    suggest("Where is my order?");
    await start();
    const chosen = vi.fn();
    (scope["Pilothouse"] as Widget).on("suggestion:click", chosen);
    await vi.waitFor(() => expect(shadow()?.querySelector(".chip")).toBeTruthy());
    shadow()?.querySelectorAll<HTMLElement>(".chip")[1]?.click();
    const { heard } = await connectFrame();
    await vi.waitFor(() =>
      expect(heard).toContainEqual({
        type: "ask",
        payload: { id: 1, name: "send", detail: { text: "Where is my order?", files: [] } },
      }),
    );
    expect(heard[0]).toMatchObject({ type: "init", payload: { closable: true, preview: null } });
    expect(chosen).toHaveBeenCalledExactlyOnceWith({ text: "Where is my order?" });
    expect(shadow()?.querySelector(".chip")).toBeNull();
  });
});

function suggest(...minimisedSuggestions: string[]): void {
  Object.assign(configuration, { settings: { ...settings, minimisedSuggestions }, speaksFirst: true });
}

describe("the panel", () => {
  async function open() {
    const api = await start();
    await api.open();
    return { api, ...(await connectFrame()) };
  }
  const dialog = () => shadow()?.querySelector<HTMLElement>("[role=dialog]");

  it("is a dialog with a name, whose frame knows the way back", async () => {
    await open();
    expect(dialog()?.getAttribute("aria-label")).toBe("Chat with Acme");
    expect(frame()?.title).toBe("Chat with Acme");
    expect(frame()?.src).toBe(`${host}/embed/T#storage=&consent=`);
    expect(frame()?.referrerPolicy).toBe("origin");
  });

  it("says with its first word whether the visitor waits to write", async () => {
    await start();
    button()?.click();
    const byVisitor = await connectFrame();
    await vi.waitFor(() => expect(byVisitor.heard[0]).toMatchObject({ payload: { focus: true } }));
    await (scope["Pilothouse"] as Widget).close();
    frameWindow.postMessage.mockClear();
    const byPage = await connectFrame();
    await vi.waitFor(() => expect(byPage.heard[0]).toMatchObject({ payload: { focus: false } }));
  });

  it("closes when the frame asks for it, and gives the focus back", async () => {
    const { api, say } = await open();
    say("close-request", {});
    await vi.waitFor(() => expect(api.state.open).toBe(false));
    expect(dialog()?.hidden).toBe(true);
    await vi.waitFor(() => expect(shadow()?.activeElement).toBe(button()));
  });

  it("tells page code what happens, and survives its mistakes", async () => {
    const { api, say } = await open();
    const heard = vi.fn();
    const told = vi.spyOn(console, "error").mockImplementation(() => {});
    api.on("message:received", () => {
      throw new Error("the page's own");
    });
    const stop = api.on("message:received", heard);
    say("event", { name: "message:received", detail: { id: "m", text: "Hi" } });
    await vi.waitFor(() => expect(heard).toHaveBeenCalledExactlyOnceWith({ id: "m", text: "Hi" }));
    expect(told).toHaveBeenCalledExactlyOnceWith(new Error("the page's own"));
    stop();
  });

  it("tells the frame where the visitor is, and from where they came", async () => {
    document.title = "Shoes";
    const referrer = "https://search.example/?q=shoes";
    vi.spyOn(document, "referrer", "get").mockReturnValue(referrer);
    const { heard } = await open();
    await vi.waitFor(() =>
      expect(heard).toContainEqual({
        type: "navigate",
        payload: { url: location.href, title: "Shoes", referrer },
      }),
    );
  });

  it("keeps values for a frame whose storage is denied, under its own names", async () => {
    const { heard, say } = await open();
    say("storage-set", { key: "session", value: "s" });
    await vi.waitFor(() => expect(localStorage.getItem("ph:T:session")).toBe("s"));
    say("storage-get", { key: "session" });
    await vi.waitFor(() =>
      expect(heard).toContainEqual({ type: "storage-value", payload: { key: "session", value: "s" } }),
    );
    say("storage-set", { key: "session", value: null });
    await vi.waitFor(() => expect(localStorage.length).toBe(0));
  });

  it("steps aside with the frame's reason, once", async () => {
    const { api, say } = await open();
    say("unavailable", { reason: "disabled" });
    say("unavailable", { reason: "disabled" });
    await vi.waitFor(() => expect(api.unavailableReason()).toBe("disabled"));
    expect(document.querySelector("pilothouse-launcher")).toBeNull();
    expect(warned).toHaveBeenCalledOnce();
  });

  it.each([
    ["bad_token", "bad_token", 404],
    ["origin_not_allowed", "origin_not_allowed", 403],
    ["surface_disabled", "disabled", 403],
    ["plan_limit", "plan_limit", 402],
    ["internal", "server", 500],
  ])("steps aside where the server answers %s", async (code, reason, status) => {
    fetched.mockResolvedValue(Response.json({ error: { code } }, { status }));
    const api = await start();
    expect(api.unavailableReason()).toBe(reason);
    expect(api.state.status).toBe("unavailable");
    expect(document.querySelector("pilothouse-launcher")).toBeNull();
  });

  it("says so when the page's policy forbids the frame", async () => {
    const { api } = await open();
    const violation = Object.assign(new Event("securitypolicyviolation", { bubbles: true }), {
      effectiveDirective: "frame-src",
      blockedURI: `${host}/embed/T`,
    });
    document.dispatchEvent(violation);
    expect(api.unavailableReason()).toBe("csp_blocked");
  });

  it("covers a phone's page, and uncovers it as it was", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    const { body, documentElement } = document;
    const aside = document.createElement("aside");
    aside.inert = true;
    documentElement.append(aside);
    documentElement.style.overflow = "clip";
    const { api } = await open();
    expect([body.inert, documentElement.style.overflow]).toEqual([true, "hidden"]);
    expect(dialog()?.getAttribute("aria-modal")).toBe("true");
    await api.close();
    expect([body.inert, aside.inert, documentElement.style.overflow]).toEqual([false, true, "clip"]);
  });

  it("leaves nothing when it is destroyed, even while it loads", async () => {
    const before = document.documentElement.outerHTML;
    const api = await start();
    void api.open();
    await api.destroy();
    await api.destroy();
    expect(document.documentElement.outerHTML).toBe(before);
    expect("Pilothouse" in window).toBe(false);
    await vi.waitFor(() => expect(document.querySelector("iframe")).toBeNull());
  });
});

describe("the options of the tag", () => {
  it.each([
    [
      { theme: "dark", color: "#ff0000", position: "left" },
      { scheme: "dark", primary: "#ff0000", position: "left" },
    ],
    [{ theme: "pink", color: "red;}", position: "top" }, {}],
    [{ color: "#f00" }, {}],
  ])("%o mean the look %o", (data, look) => {
    expect(settle(readTag(makeScript(data as Record<string, string>))).look).toEqual(look);
  });

  it.each([
    ["?token=A", "A"],
    ["?tkn=B", "B"],
    ["", undefined],
  ])("%j names the token %s", (query, token) => {
    expect(readTag(makeScript({}, query)).token).toBe(token);
  });
});
