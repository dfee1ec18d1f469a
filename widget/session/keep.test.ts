import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pass, until } from "../../tests/kit/until.ts";
import type { FrameEnd } from "../../shared/frame/link.ts";
import { createKeep } from "./keep.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  localStorage.clear();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A browser that denies storage to a frame of another site, with a page around it. */
function denyStorage(): void {
  vi.stubGlobal("localStorage", {
    setItem() {
      throw new DOMException("denied", "SecurityError");
    },
  });
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
