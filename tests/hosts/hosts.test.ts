import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Widget } from "../../embed/types.ts";
import { buildIfMissing } from "../../server/build.ts";
import { createAgent } from "../../shared/contract/agents/agents.ts";
import { getWidget } from "../../shared/contract/surfaces/surfaces.ts";
import { policyLines } from "../../shared/frame/snippet.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import type { SitePage } from "../kit/knowledge/website.ts";
import { sampled } from "../kit/sampled.ts";
import { mooToolsLike, patchedBuiltIns, pollutedPrototypes, prototypeLike } from "./libraries.ts";
import {
  chatOf,
  expectChat,
  htmlPage,
  listGlobals,
  openStage,
  talk,
  watchFaults,
  withHeaders,
} from "./stage.ts";
import type { Stage } from "./stage.ts";

let stage: Stage;
let chromium: RunningChromium;

beforeAll(async () => {
  buildIfMissing();
  stage = await openStage();
  chromium = await launch({ args: ["--host-resolver-rules=MAP shop.test 127.0.0.1"] });
});

afterAll(async () => {
  await chromium?.close();
  await stage?.site.stop();
});

/** Each page is served twice, with the snippet and without: what differs is ours. */
interface Host {
  name: string;
  make: (snippet: string, host: string) => SitePage;
}

const strict = (host: string, more = "") =>
  `default-src 'none'; ${policyLines({ host }).split("\n").join("; ")}; ${more}`;

const hosts: Host[] = [
  {
    name: "a policy of nothing but the three lines",
    make: (snippet, host) => withHeaders(htmlPage(snippet), { "content-security-policy": strict(host) }),
  },
  {
    name: "Trusted Types without any policy of theirs",
    make: (snippet, host) =>
      withHeaders(htmlPage(snippet), {
        "content-security-policy": strict(host, "require-trusted-types-for 'script'; trusted-types 'none'"),
      }),
  },
  {
    name: "scripts by nonce and strict-dynamic",
    make: (snippet, host) =>
      withHeaders(htmlPage(snippet.replace("async", 'nonce="n1" async')), {
        "content-security-policy": `default-src 'none'; script-src 'nonce-n1' 'strict-dynamic'; frame-src ${host}; connect-src ${host}`,
      }),
  },
  {
    name: "an isolated page (COEP and COOP)",
    make: (snippet) =>
      withHeaders(htmlPage(snippet), {
        "cross-origin-embedder-policy": "require-corp",
        "cross-origin-opener-policy": "same-origin",
      }),
  },
  {
    name: "a sandbox that leaves the page its origin",
    make: (snippet) =>
      withHeaders(htmlPage(snippet), {
        "content-security-policy": "sandbox allow-scripts allow-same-origin allow-forms",
      }),
  },
  {
    name: "a page without referrers",
    make: (snippet) =>
      withHeaders(htmlPage(snippet, { head: `<meta name="referrer" content="no-referrer">` }), {
        "referrer-policy": "no-referrer",
      }),
  },
  {
    name: "methods on every object",
    make: (snippet) => htmlPage(`<script>${pollutedPrototypes}</script>${snippet}`),
  },
  {
    name: "patched arrays, JSON, fetch and timers",
    make: (snippet) => htmlPage(`<script>${patchedBuiltIns}</script>${snippet}`),
  },
  {
    name: "the changes of Prototype.js",
    make: (snippet) => htmlPage(`<script>${prototypeLike}</script>${snippet}`),
  },
  {
    name: "the changes of MooTools",
    make: (snippet) => htmlPage(`<script>${mooToolsLike}</script>${snippet}`),
  },
  {
    name: "elements named like what scripts look for",
    make: (snippet) =>
      htmlPage(
        `<form name="length"><input name="parentNode"><input name="attributes"></form><form name="forms"></form><a id="Pilothouse"></a><img name="hidden"><div id="fetch"></div><div id="parent"></div><div id="name"></div>${snippet}`,
      ),
  },
  {
    name: "styles that unset everything",
    make: (snippet) =>
      htmlPage(snippet, {
        head: `<style>* { all: unset !important } button, iframe, div, pilothouse-launcher { display: none !important; opacity: 0 !important; transform: scale(0) !important; position: static !important }</style>`,
      }),
  },
  {
    name: "a page from right to left",
    make: (snippet) => htmlPage(snippet, { attributes: 'lang="ar" dir="rtl"' }),
  },
  {
    name: "a war of z-indexes",
    make: (snippet) =>
      htmlPage(
        `<div style="position:fixed;right:0;bottom:0;width:300px;height:300px;background:#fee;z-index:2147483647">Buy now</div>${snippet.replace("async", 'data-z-index="2147483647" async')}`,
      ),
  },
  {
    name: "a document in quirks mode",
    make: (snippet) => htmlPage(snippet).replace("<!doctype html>", ""),
  },
];

describe("a hostile page", () => {
  it.each(sampled(hosts, { name: "hostile pages", count: 4 }))(
    "with $name shows a chat, throws nothing and adds one global (C16, C17)",
    async (host) => {
      const { site, server, tag } = stage;
      site.pages.set("/bare", host.make("", server.url));
      site.pages.set("/host", host.make(tag(), server.url));
      const page = await chromium.browser.newPage();
      await page.goto(`${site.origin}/bare`);
      const before = await listGlobals(page);
      const faults = watchFaults(page);
      await page.goto(`${site.origin}/host`);
      await expectChat(page);
      expect((await listGlobals(page)).filter((name) => !before.includes(name))).toEqual(["Pilothouse"]);
      expect(faults).toEqual([]);
      await page.close();
    },
  );
});

describe("the opened chat", () => {
  it.each([
    { name: "at a zoom of 400 %", width: 320, height: 256, forcedColors: "none" },
    { name: "at a zoom of 400 % on a tall screen", width: 320, height: 640, forcedColors: "none" },
    { name: "in forced colors", width: 1280, height: 800, forcedColors: "active" },
    { name: "in forced colors at a zoom of 400 %", width: 320, height: 256, forcedColors: "active" },
  ] as const)("$name: shows the composer and the last message in full", async (look) => {
    const { width, height, forcedColors } = look;
    stage.site.pages.set("/seen", htmlPage(stage.tag()));
    const context = await chromium.browser.newContext({ viewport: { width, height }, forcedColors });
    try {
      const page = await context.newPage();
      const faults = watchFaults(page);
      await page.goto(`${stage.site.origin}/seen`);
      await expectChat(page);
      const chat = chatOf(page);
      await talk(chat, "What else do you know about the things that I asked before?");
      const frame = page.frames().find((one) => one.url().includes("/embed/"));
      const seen = await frame?.evaluate(measure);
      expect(seen?.cutOff).toEqual([]);
      expect(seen?.overflow).toBeLessThanOrEqual(0);
      expect(seen?.lastMessage).toBeGreaterThanOrEqual(24);
      expect(seen?.composer).toBeGreaterThanOrEqual(24);
      if (forcedColors === "active") expect(seen?.edgeless).toEqual([]);
      expect(faults).toEqual([]);
    } finally {
      await context.close();
    }
  });
});

/** Runs in the frame: how much of what a visitor needs stands within the screen, in CSS pixels. */
function measure() {
  const seenHeight = (element: Element | null | undefined, top = 0, bottom = innerHeight): number => {
    const box = element?.getBoundingClientRect();
    return box ? Math.min(box.bottom, bottom) - Math.max(box.top, top) : 0;
  };
  const log = document.querySelector("[role=log]")?.getBoundingClientRect();
  const controls = [...document.querySelectorAll("header button, footer button, footer textarea")];
  const names = (all: Element[]) => all.map((one) => one.getAttribute("aria-label") ?? one.localName);
  return {
    lastMessage: seenHeight([...document.querySelectorAll("article")].at(-1), log?.top, log?.bottom),
    composer: seenHeight(document.querySelector("footer textarea")),
    overflow: document.documentElement.scrollWidth - innerWidth,
    cutOff: names(
      controls.filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1;
      }),
    ),
    /** Controls that nothing but their color would set apart, where all colors are the visitor's. */
    edgeless: names(
      controls.filter((one) => {
        const { borderTopWidth, borderTopStyle } = getComputedStyle(one);
        const hasEdge = borderTopStyle !== "none" && borderTopWidth !== "0px";
        return !hasEdge && !one.querySelector("svg") && !one.closest("form");
      }),
    ),
  };
}

describe("a page without a secure context", () => {
  it("shows a chat", async () => {
    const { site, tag } = stage;
    site.pages.set("/", htmlPage(tag()));
    const page = await chromium.browser.newPage();
    const faults = watchFaults(page);
    await page.goto(`http://shop.test:${site.port}/`);
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await expectChat(page);
    expect(faults).toEqual([]);
    await page.close();
  });
});

describe("a sandbox that removes the page's origin", () => {
  it("explains why there is no chat and throws no error (C17)", async () => {
    const { site, tag } = stage;
    const policy = "sandbox allow-scripts allow-forms";
    site.pages.set("/", withHeaders(htmlPage(tag()), { "content-security-policy": policy }));
    const page = await chromium.browser.newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    const said = page.waitForEvent("console", (message) => message.text().startsWith("Pilothouse: "));
    await page.goto(`${site.origin}/`);
    expect((await said).text()).toContain("origin_not_allowed");
    expect(await page.locator("pilothouse-launcher").count()).toBe(0);
    const lines = await page.evaluate(async () => {
      const { Pilothouse: widget } = globalThis as unknown as { Pilothouse: Widget }; // the public object
      return (await widget.doctor()).checks.find(({ name }) => name === "frame")?.lines;
    });
    expect(lines).toEqual([expect.stringContaining("allow-same-origin")]);
    expect(faults).toEqual([]);
    await page.close();
  });
});

describe("a browser that denies storage", () => {
  it("shows a chat and keeps it over a reload in the page's own storage", async () => {
    const { site, tag } = stage;
    const denied = await launch({ storage: "denied" });
    site.pages.set("/", htmlPage(tag()));
    const page = await denied.browser.newPage();
    const faults = watchFaults(page);
    await page.goto(`${site.origin}/`);
    await expectChat(page);
    await page.reload();
    await page.getByRole("button", { name: /^Open chat/ }).click();
    await chatOf(page).getByRole("log").getByRole("article").nth(1).waitFor();
    expect(faults).toEqual([]);
    await denied.close();
  });
});

describe("a policy that blocks the frame", () => {
  it("reports it once and removes the launcher", async () => {
    const { site, server, tag } = stage;
    const policy = `default-src 'none'; script-src ${server.url}; connect-src ${server.url}`;
    site.pages.set("/", withHeaders(htmlPage(tag()), { "content-security-policy": policy }));
    const page = await chromium.browser.newPage();
    const said: string[] = [];
    page.on("console", (message) => message.text().startsWith("Pilothouse") && said.push(message.text()));
    const isSaid = page.waitForEvent("console", (message) => message.text().includes("csp_blocked"));
    await page.goto(`${site.origin}/`);
    await page.getByRole("button", { name: "Open chat" }).click();
    await isSaid;
    expect(said).toEqual([
      `Pilothouse: csp_blocked. Allow ${server.url} in script-src, frame-src, connect-src.`,
    ]);
    expect(await page.locator("pilothouse-launcher").count()).toBe(0);
    await page.close();
  });
});

describe("two agents on one page", () => {
  it("appear side by side, each with its own name and its own conversation", async () => {
    const { site, tag } = stage;
    const other = await addAgent();
    site.pages.set(
      "/",
      htmlPage(tag() + tag('data-global="Second" data-position="left"', `token=${other}`) + tag()),
    );
    const page = await chromium.browser.newPage();
    const faults = watchFaults(page);
    await page.goto(`${site.origin}/`);
    await page.locator("pilothouse-launcher").nth(1).waitFor({ state: "attached" });
    expect(await page.locator("pilothouse-launcher").count()).toBe(2);
    await page.evaluate(() => {
      const { Pilothouse, Second } = globalThis as unknown as Record<string, { open(): Promise<void> }>; // the public objects
      return Promise.all([Pilothouse?.open(), Second?.open()]);
    });
    for (const nth of [0, 1]) await chatOf(page, nth).getByRole("textbox", { name: "Message" }).waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });
});

async function addAgent(): Promise<string> {
  const { client } = stage.app;
  const agent = await client.call(createAgent, { body: { data: { name: "Second" } } });
  const surface = await client.call(getWidget, { params: { productId: agent.data.id } });
  return surface.data.token;
}

describe("a page that changes around the chat", () => {
  async function openPage(body: string) {
    stage.site.pages.set("/changing", withHeaders(htmlPage(body + stage.tag()), {}));
    const page = await chromium.browser.newPage({ viewport: { width: 1000, height: 700 } });
    await page.goto(`${stage.site.origin}/changing`);
    return page;
  }

  it.each([
    [
      "is replaced (Turbo)",
      () => {
        const next = document.createElement("body");
        next.innerHTML = "<h1>Two</h1>";
        document.documentElement.replaceChild(next, document.body);
      },
    ],
    ["is written again", () => void (document.body.innerHTML = "<h1>Two</h1>")],
  ])("keeps the launcher, and an open chat as it is, when its body %s", async (_, swap) => {
    const page = await openPage("");
    await expectChat(page);
    await page.evaluate(swap);
    await page.getByRole("heading", { name: "Two" }).waitFor();
    expect(await page.locator("pilothouse-launcher").count()).toBe(1);
    await talk(chatOf(page), "Still here?");
    await page.close();
  });

  it.each(["transform: translateX(0)", "filter: grayscale(100%)"])(
    "keeps the launcher in the window with %s on its body",
    async (style) => {
      const page = await openPage(`<style>body { ${style} }</style><div style="height: 3000px">long</div>`);
      const button = page.getByRole("button", { name: "Open chat" });
      await button.waitFor();
      expect((await button.boundingBox())?.y).toBeLessThan(700);
      await page.close();
    },
  );

  const dialogs = `<button id="ask">Ask</button><dialog id="one" style="transform: translateX(0)"><input aria-label="Name"></dialog>
    <dialog id="two"><input aria-label="Town"></dialog><script>
      ask.onclick = () => one.showModal();
      one.onclick = two.onclick = (event) => event.target.localName !== "input" && event.target.close();
    </script>`;
  const change = (page: Page, id: string, method: "showModal" | "close" | "remove") =>
    page.evaluate(([name, call]) => (document.getElementById(name) as HTMLDialogElement)[call](), [
      id,
      method,
    ] as const);
  const parentOf = (page: Page) =>
    page
      .locator("pilothouse-launcher")
      .evaluate(({ parentElement }) => parentElement?.id || parentElement?.localName);
  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.id || document.activeElement?.localName);

  it("can be opened over a modal dialog that was there before it, and does not close it", async () => {
    const page = await openPage(`${dialogs}<script>one.showModal()</script>`);
    await expectChat(page);
    expect(await page.evaluate(() => document.querySelectorAll("dialog:modal").length)).toBe(1);
    await page.getByRole("button", { name: "Close chat" }).press("Escape");
    await page.getByRole("button", { name: "Open chat" }).waitFor();
    expect(await page.evaluate(() => document.querySelectorAll("dialog:modal").length)).toBe(1);
    await page.getByRole("textbox", { name: "Name" }).fill("Ada");
    await page.close();
  });

  it("keeps an open chat over modal dialogs, one over another, and takes it back with the last", async () => {
    const page = await openPage(dialogs);
    await expectChat(page);
    const loads: string[] = [];
    page.on("framenavigated", (frame) => loads.push(frame.url()));
    const input = chatOf(page).getByRole("textbox", { name: "Message" });
    await input.fill("Half a");
    for (const id of ["one", "two"]) {
      await change(page, id, "showModal");
      await expect.poll(() => parentOf(page)).toBe(id);
      expect(await focused(page)).toBe("input");
      await input.click();
      await input.pressSequentially("!");
    }
    await change(page, "two", "close");
    expect(await parentOf(page)).toBe("one");
    await input.pressSequentially("?");
    await change(page, "two", "showModal");
    await expect.poll(() => parentOf(page)).toBe("two");
    // The one below closes first.
    await change(page, "one", "close");
    await input.click();
    await change(page, "two", "close");
    expect(await parentOf(page)).toBe("html");
    expect(await input.inputValue()).toBe("Half a!!?");
    expect(await focused(page)).toBe("pilothouse-launcher");
    expect(await page.locator("pilothouse-launcher").getAttribute("popover")).toBeNull();
    expect(loads).toEqual([]);
    await page.close();
  });

  it("gives the focus back to what opened the dialog", async () => {
    const page = await openPage(dialogs);
    await page.getByRole("button", { name: "Open chat" }).waitFor();
    await page.getByRole("button", { name: "Ask" }).click();
    await expect.poll(() => parentOf(page)).toBe("one");
    await page.getByRole("textbox", { name: "Name" }).press("Escape");
    expect([await focused(page), await parentOf(page)]).toEqual(["ask", "html"]);
    await page.close();
  });

  it("can be used over a dialog that a library makes modal, which keeps the focus and closes by a press beside it", async () => {
    const page = await openPage(`<main>Shop</main>
      <div role="dialog" aria-modal="true" aria-label="Newsletter" style="position: fixed; inset: 0; z-index: 5000; background: white">
        <input aria-label="Name"></div>
      <script>
        ${trapFocus.toString()}
        trapFocus();
      </script>`);
    await page.waitForFunction(() => document.querySelector("pilothouse-launcher[popover]"));
    await expectChat(page);
    const chat = chatOf(page).getByRole("textbox", { name: "Message" });
    await page.getByRole("textbox", { name: "Name" }).fill("Ada");
    await chat.focus();
    await page.keyboard.type("Are you there?");
    expect(await chat.inputValue()).toBe("Are you there?");
    await page.getByRole("button", { name: "Close chat" }).click();
    await page.getByRole("button", { name: "Open chat" }).waitFor();
    await page.getByRole("dialog", { name: "Newsletter" }).evaluate((one) => one.remove());
    await page.waitForFunction(() => !document.querySelector("pilothouse-launcher[popover]"));
    await page.close();
  });

  it.each([
    ["the dialog with it is taken out of the page", false],
    ["the browser can move no frame", true],
  ])("has its conversation again where %s", async (_, isOld) => {
    const page = await openPage(
      `<script>if (${isOld}) delete Element.prototype.moveBefore</script>${dialogs}`,
    );
    await expectChat(page);
    await change(page, "one", "showModal");
    await expect.poll(() => parentOf(page)).toBe("one");
    await change(page, "one", isOld ? "close" : "remove");
    await expect.poll(() => parentOf(page)).toBe("html");
    await chatOf(page).getByRole("log").getByRole("article").nth(1).waitFor();
    await page.close();
  });
});

/** Does to a page what libraries of modal dialogs do, each in its own way. */
function trapFocus(): void {
  const dialog = document.querySelector<HTMLElement>("[aria-modal]") as HTMLElement; // it is in the page
  const input = dialog.querySelector("input") as HTMLElement; // and so is this
  const isOutside = (to: EventTarget | null) =>
    to instanceof Node && dialog.isConnected && !dialog.contains(to);
  for (const one of document.body.children) {
    if (one === dialog || one.localName === "script") continue;
    one.setAttribute("aria-hidden", "true");
    (one as HTMLElement).inert = true; // a body's children are HTML
  }
  document.body.style.pointerEvents = "none";
  dialog.style.pointerEvents = "auto";
  for (const isCapture of [true, false]) {
    document.addEventListener("focusin", ({ target }) => isOutside(target) && input.focus(), isCapture);
    document.addEventListener(
      "focusout",
      (event) => isOutside(event.relatedTarget) && input.focus(),
      isCapture,
    );
    for (const name of ["pointerdown", "mousedown", "touchstart", "click"]) {
      const refuse = (event: Event) => {
        if (!isOutside(event.target)) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        dialog.remove();
      };
      document.addEventListener(name, refuse, isCapture);
    }
  }
  input.focus();
}
