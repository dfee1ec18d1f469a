import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pass, until } from "../../tests/kit/until.ts";
import { readPolicy, writePolicy } from "../../shared/frame/keepPolicy.ts";
import type { FrameEnd } from "../../shared/frame/link.ts";
import { createKeep } from "./keep.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A browser that denies storage to a frame of another site, with a page around it. */
function denyStorage(): void {
  const deny = () => {
    throw new DOMException("denied", "SecurityError");
  };
  for (const name of ["localStorage", "sessionStorage"])
    vi.stubGlobal(name, new Proxy({}, { get: deny, ownKeys: deny }));
  vi.stubGlobal("parent", {});
}

/** The page's end of the link: keeps values as embed does. */
function createPage(values: Record<string, string | null> = {}) {
  let answer: (value: { key: string; value: string | null }) => void = () => {};
  const link = {
    on: (_: string, hear: typeof answer) => void (answer = hear),
    send(type: string, { key, value }: { key: string; value?: string | null }) {
      if (type === "storage-set") values[key] = value ?? null;
      else queueMicrotask(() => answer({ key, value: values[key] ?? null }));
    },
    close: () => {},
  };
  return { values, link: link as unknown as FrameEnd }; // no more of the link is used here
}

describe("what a browser keeps", () => {
  it("stands under the surface's token, and goes when it is nothing any more", async () => {
    const keep = createKeep("T");
    keep.update("session", () => "a");
    expect(localStorage.getItem("ph:T:session")).toBe("a");
    expect(await createKeep("T").read("session")).toBe("a");
    expect(await createKeep("OTHER").read("session")).toBeNull();
    keep.update("session", (before) => (before === "a" ? null : before));
    expect(localStorage.length).toBe(0);
    expect(keep.isLasting()).toBe(true);
  });

  it("is what another tab wrote in the meantime, when it is changed", () => {
    const [one, other] = [createKeep("T"), createKeep("T")];
    one.update("outbox", () => "1");
    other.update("outbox", (before) => `${before}2`);
    one.update("outbox", (before) => `${before}3`);
    expect(localStorage.getItem("ph:T:outbox")).toBe("123");
  });

  it("is kept by the page where the frame is denied its storage", async () => {
    denyStorage();
    const { values, link } = createPage({ session: "from before" });
    const keep = createKeep("T");
    expect(keep.isLasting()).toBe(false);
    keep.connect(link);
    expect(await keep.read("session")).toBe("from before");
    keep.update("session", () => "new");
    await until(() => expect(values["session"]).toBe("new"));
    expect(await keep.read("session")).toBe("new");
    expect(keep.isLasting()).toBe(true);
  });

  it("is not lost on the page when a change comes before the link", async () => {
    denyStorage();
    const { values, link } = createPage({ outbox: "kept" });
    const keep = createKeep("T");
    keep.update("outbox", (before) => `${before}, more`);
    keep.connect(link);
    await until(() => expect(values["outbox"]).toBe("kept, more"));
  });

  it("lives as long as the document where no page answers", async () => {
    denyStorage();
    const keep = createKeep("T");
    const first = keep.read("session");
    await pass(1000);
    expect(await first).toBeNull();
    keep.update("session", () => "a");
    expect(await keep.read("session")).toBe("a");
  });

  it("is nothing in a preview", async () => {
    localStorage.setItem("ph:T:session", "a visitor's");
    const keep = createKeep("T");
    keep.forgetAll();
    keep.update("session", () => "the preview's");
    expect(await keep.read("session")).toBeNull();
    expect(localStorage.getItem("ph:T:session")).toBe("a visitor's");
  });
});

/** Everything that touches the browser's storages, as long as it is asked for. */
function watchStorage(): string[] {
  const touched: string[] = [];
  for (const name of ["localStorage", "sessionStorage"] as const) {
    const real = globalThis[name];
    const note = (_: unknown, what: string | symbol) => {
      const value = Reflect.get(real, what) as unknown; // a method or a value of the real one
      if (typeof value !== "function") return value;
      return (...args: string[]) => {
        touched.push([what, ...args].join(" "));
        return value.apply(real, args) as unknown;
      };
    };
    vi.stubGlobal(name, new Proxy({}, { get: note }));
  }
  return touched;
}

const usual = { storage: "local", consent: "granted" } as const;

describe("where it is kept", () => {
  it("is the tab's own storage, where the page says so", async () => {
    const keep = createKeep("T", { ...usual, storage: "session" });
    keep.update("session", () => "a");
    expect([localStorage.length, sessionStorage.getItem("ph:T:session")]).toEqual([0, "a"]);
    expect(await keep.read("session")).toBe("a");
  });

  it("is this document alone, where the page wants none: nothing is read or written", async () => {
    localStorage.setItem("ph:T:session", "from before");
    const touched = watchStorage();
    const keep = createKeep("T", { ...usual, storage: "none" });
    expect(await keep.read("session")).toBeNull();
    keep.update("session", () => "a");
    expect(await keep.read("session")).toBe("a");
    expect([keep.isLasting(), touched]).toEqual([false, []]);
  });

  it("is not asked of the page, either", async () => {
    denyStorage();
    const { values, link } = createPage({ session: "from before" });
    const keep = createKeep("T", { ...usual, storage: "none" });
    keep.connect(link);
    keep.update("session", () => "a");
    await pass(2000);
    expect(await keep.read("session")).toBe("a");
    expect(values).toEqual({ session: "from before" });
  });

  it("changes at run time, and what this document has moves along", async () => {
    const keep = createKeep("T", usual);
    keep.update("session", () => "a");
    keep.use({ storage: "session" });
    expect([localStorage.length, sessionStorage.getItem("ph:T:session")]).toEqual([0, "a"]);
    keep.use({ storage: "none" });
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
    expect(await keep.read("session")).toBe("a");
    keep.use({ storage: "local" });
    expect(localStorage.getItem("ph:T:session")).toBe("a");
  });
});

describe("consent", () => {
  it("is waited for: before it nothing is written, and of what is there only whether they agreed before is read", async () => {
    localStorage.setItem("ph:T:session", "from before");
    const touched = watchStorage();
    const keep = createKeep("T", { ...usual, consent: "required" });
    expect([await keep.read("session"), await keep.hasAgreed()]).toEqual([null, false]);
    keep.update("outbox", () => "a");
    expect(touched.filter((one) => !one.endsWith("consent"))).toEqual([]);
    expect(touched.every((one) => one.startsWith("getItem"))).toBe(true);
  });

  it("lets what is there be read, and what was meanwhile be kept", async () => {
    localStorage.setItem("ph:T:session", "from before");
    const keep = createKeep("T", { ...usual, consent: "required" });
    keep.update("outbox", () => "a");
    keep.use({ consent: "granted" });
    expect(await keep.read("session")).toBe("from before");
    expect({ ...localStorage }).toEqual({ "ph:T:session": "from before", "ph:T:outbox": "a" });
  });

  it("by the visitor holds at their next visit", async () => {
    createKeep("T", { ...usual, consent: "required" }).agree();
    expect(await createKeep("T", { ...usual, consent: "required" }).hasAgreed()).toBe(true);
    expect(await createKeep("OTHER", { ...usual, consent: "required" }).hasAgreed()).toBe(false);
  });

  it("by the visitor is kept by the page, where the frame is denied its storage", async () => {
    denyStorage();
    const { values, link } = createPage();
    const keep = createKeep("T", { ...usual, consent: "required" });
    keep.connect(link);
    keep.agree();
    await until(() => expect(values).toEqual({ consent: "granted" }));
    const next = createKeep("T", { ...usual, consent: "required" });
    next.connect(createPage(values).link);
    expect(await next.hasAgreed()).toBe(true);
  });

  it("that is denied takes everything away, and keeps nothing from then on", async () => {
    const keep = createKeep("T", usual);
    keep.update("session", () => "a");
    sessionStorage.setItem("ph:T:outbox", "from another mode");
    localStorage.setItem("ph:OTHER:session", "another widget's");
    keep.use({ consent: "denied" });
    keep.update("outbox", () => "b");
    expect({ ...localStorage, ...sessionStorage }).toEqual({ "ph:OTHER:session": "another widget's" });
    expect([await keep.read("session"), await keep.read("outbox")]).toEqual([null, "b"]);
  });
});

describe("what is wiped", () => {
  it("is gone on the page, too, and does not come back by a read that was under way", async () => {
    denyStorage();
    const { values, link } = createPage({ session: "a", outbox: "b", consent: "granted", sound: "on" });
    const keep = createKeep("T", usual);
    const read = keep.read("session");
    keep.wipe();
    keep.connect(link);
    await read;
    await until(() => expect(new Set(Object.values(values))).toEqual(new Set([null])));
    expect(await keep.read("session")).toBeNull();
  });
});

describe("what is a person's who was not identified yet", () => {
  it("is not read, but for the session's name, and nothing is added to it", async () => {
    localStorage.setItem("ph:T:session", "hers");
    localStorage.setItem("ph:T:outbox", "what she wrote");
    const keep = createKeep("T", usual);
    keep.hold();
    expect([await keep.read("session"), await keep.read("outbox")]).toEqual(["hers", null]);
    keep.update("outbox", () => "somebody's");
    expect(localStorage.getItem("ph:T:outbox")).toBe("what she wrote");
    keep.release();
    expect(await keep.read("outbox")).toBe("what she wrote");
  });

  it("goes when somebody else takes over", async () => {
    localStorage.setItem("ph:T:session", "hers");
    localStorage.setItem("ph:T:outbox", "what she wrote");
    const keep = createKeep("T", usual);
    keep.hold();
    keep.update("outbox", () => "somebody's");
    keep.takeOver();
    expect({ ...localStorage }).toEqual({ "ph:T:outbox": "somebody's" });
  });

  it("stays where nobody's was held: other tabs and earlier visits wrote it, too", () => {
    localStorage.setItem("ph:T:sound", "on");
    createKeep("T", usual).takeOver();
    expect(localStorage.getItem("ph:T:sound")).toBe("on");
  });
});

describe("the page's policy", () => {
  it.each([
    [{}, "#storage=&consent=", usual],
    [{ storage: "none" }, "#storage=none&consent=", { storage: "none", consent: "granted" }],
    [
      { storage: "session", consent: "required" },
      "#storage=session&consent=required",
      { storage: "session", consent: "required" },
    ],
    [{ consent: "denied" }, "#storage=&consent=denied", { storage: "local", consent: "denied" }],
    [{ storage: "everywhere", consent: "maybe" }, "#storage=everywhere&consent=maybe", usual],
  ] as const)("%j stands in the frame's address as %s and means %j", (said, fragment, policy) => {
    expect(writePolicy(said)).toBe(fragment);
    expect(readPolicy(fragment)).toEqual(policy);
  });

  it("is the usual one where the address says something else", () => {
    expect(readPolicy("#storage=everywhere&consent=maybe&x")).toEqual(usual);
  });
});
