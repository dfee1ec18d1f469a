import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { getHostedWeb, updateHostedWeb } from "../../shared/contract/surfaces/surfaces.ts";
import { defaultWidgetSettings } from "../../shared/contract/surfaces/widgetDefaults.ts";
import { iframeSnippet } from "../../shared/frame/snippet.ts";
import type { Widget } from "../../embed/types.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { repeatWidget } from "../kit/surfaces/repeatWidget.ts";
import { chatOf, expectAnswer, htmlPage, openStage, talk, watchFaults } from "../hosts/stage.ts";
import type { Stage } from "../hosts/stage.ts";

let stage: Stage;
let chromium: RunningChromium;
const folder = mkdtempSync(join(tmpdir(), "forms-"));

beforeAll(async () => {
  buildIfMissing();
  stage = await openStage();
  chromium = await launch();
});

afterAll(async () => {
  await chromium?.close();
  await stage?.site.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What page code finds on window. */
interface Host {
  Pilothouse: Widget;
  heard: unknown[];
}

/** Opens a page with this body on the customer's site, runs the test in it, and holds that nothing went wrong there. */
async function visit(
  body: string,
  run: (page: Page) => Promise<void>,
  { head = "", browser = chromium.browser }: { head?: string; browser?: Browser } = {},
): Promise<void> {
  stage.site.pages.set("/", htmlPage(body, { head }));
  // A click goes where the button stood: the panel that still moves in would be missed.
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  const faults = watchFaults(page);
  await page.goto(`${stage.site.origin}/`);
  expect(new URL(page.url()).hostname).not.toBe(new URL(stage.server.url).hostname);
  await run(page);
  expect(faults).toEqual([]);
  await context.close();
}

/** Switches the agent's own page on, at this address. */
async function openHostedPage(slug: string): Promise<void> {
  const { client, agentId } = stage.app;
  const params = { productId: agentId };
  const { data } = await client.call(getHostedWeb, { params });
  const { revision, settings } = data;
  await client.call(updateHostedWeb, { params, body: { data: { revision, enabled: true, slug, settings } } });
}

/** Runs page code on the public object; what it gives comes back. */
function onWidget<Value>(page: Page, run: (widget: Widget) => Value): Promise<Awaited<Value>> {
  const text = `(${String(run)})(globalThis.Pilothouse)`;
  return page.evaluate(text) as Promise<Awaited<Value>>; // what the function gives, as JSON
}

const launcher = (page: Page) => page.getByRole("button", { name: "Open chat" });

describe("a working chat comes with each form of the snippet", () => {
  it("the script tag", () =>
    visit(stage.tag(), async (page) => {
      await launcher(page).click();
      await talk(chatOf(page));
      await expect.poll(() => onWidget(page, (widget) => widget.state.conversationId)).toBeTruthy();
    }));

  it("the script tag with its token as `tkn`, in the head, before the body exists", () =>
    visit(
      "",
      async (page) => {
        await launcher(page).click();
        await talk(chatOf(page));
      },
      { head: stage.tag("", `tkn=${stage.app.token}`).replace("async ", "") },
    ));

  it("the queue, whose calls run in order once the script is loaded", () =>
    visit(
      `<script>window.Pilothouse=window.Pilothouse||function(){(Pilothouse.q=Pilothouse.q||[]).push(arguments)};
        window.heard=[];
        Pilothouse("on","message:received",function(m){heard.push(m.text)});
        Pilothouse("setContext",{plan:"pro"});
        Pilothouse("send","Hello from the queue");</script>${stage.tag()}`,
      async (page) => {
        await expectAnswer(chatOf(page), "Hello from the queue");
        await expect
          .poll(() => page.evaluate(() => (globalThis as unknown as Host).heard.length)) // set by the page above
          .toBe(1);
      },
    ));

  it("the element from the module: it follows its attributes, and survives being removed and put back", () =>
    visit(
      `<script type="module" src="${stage.server.url}/widget.mjs"></script>
       <pilothouse-chat token="${stage.app.token}" mode="inline" height="420"></pilothouse-chat>`,
      async (page) => {
        const element = page.locator("pilothouse-chat");
        await talk(chatOf(page));
        expect((await element.locator("pilothouse-launcher").boundingBox())?.height).toBe(420);
        await element.evaluate((one) => one.setAttribute("height", "500"));
        await expect
          .poll(async () => (await element.locator("pilothouse-launcher").boundingBox())?.height)
          .toBe(500);
        await element.evaluate((one) => {
          Object.assign(globalThis, { kept: one });
          one.remove();
        });
        await expect.poll(() => page.locator("iframe").count()).toBe(0);
        await page.evaluate(() => document.body.append((globalThis as unknown as { kept: Element }).kept)); // set above
        await chatOf(page).getByRole("textbox", { name: "Message" }).waitFor();
      },
    ));

  it("the element from the classic script, which then needs no token", () =>
    visit(
      `<pilothouse-chat tkn="${stage.app.token}"></pilothouse-chat>
       <script async src="${stage.server.url}/widget.js" crossorigin></script>`,
      async (page) => {
        await launcher(page).click();
        await talk(chatOf(page));
      },
    ));

  it("the module: one widget for one token, with types", () =>
    visit(
      `<script type="module">
         import { createWidget, version } from "${stage.server.url}/widget.mjs";
         const options = { token: "${stage.app.token}", launcher: { label: "Ask us" }, global: "Pilothouse" };
         const [one, other] = [await createWidget(options), await createWidget(options)];
         globalThis.heard = [one === other, one.version === version];
       </script>`,
      async (page) => {
        await launcher(page).click();
        await talk(chatOf(page));
        expect(await page.evaluate(() => (globalThis as unknown as Host).heard)).toEqual([true, true]); // set by the page
        expect(await page.locator("pilothouse-launcher").count()).toBe(1);
        const answer = await fetch(`${stage.server.url}/widget.mjs`);
        const types = answer.headers.get("x-typescript-types") ?? "";
        expect(await (await fetch(new URL(types, stage.server.url))).text()).toContain(
          "createWidget(options: WidgetOptions)",
        );
      },
    ));

  it("the frame", () =>
    visit(iframeSnippet({ host: stage.server.url, token: stage.app.token }, "Bench"), async (page) => {
      await talk(page.frameLocator("iframe"));
    }));

  it("the plain link, without a script", async () => {
    await openHostedPage("bench");
    await visit(`<a href="${stage.server.url}/p/bench">Chat</a>`, async (page) => {
      await page.getByRole("link", { name: "Chat" }).click();
      const input = page.getByRole("textbox", { name: "Message" });
      await input.fill("Hello");
      await input.press("Enter");
      await page.getByRole("log").getByRole("article").nth(1).waitFor();
    });
  });

  it("page elements that open the chat with a text or send one", () =>
    visit(
      `<button data-agent-open data-agent-text="Ask about pricing">Pricing</button>
       <a href="/elsewhere" data-agent-open="${stage.app.token}" data-agent-text="Where is my order?" data-agent-send>Order</a>${stage.tag('data-mode="none"')}`,
      async (page) => {
        await page.waitForFunction(
          () => (globalThis as unknown as Host).Pilothouse?.state.status === "ready",
        );
        await page.getByText("Pricing").click();
        const input = chatOf(page).getByRole("textbox", { name: "Message" });
        await expect.poll(() => input.inputValue()).toBe("Ask about pricing");
        expect(await launcher(page).count()).toBe(0);
        await page.getByText("Order").click();
        await expectAnswer(chatOf(page), "Where is my order?");
        expect(new URL(page.url()).pathname).toBe("/");
      },
    ));

  it("the script tag in a page opened from disk, without an origin", async () => {
    const path = join(folder, "page.html");
    writeFileSync(path, htmlPage(stage.tag()));
    const page = await chromium.browser.newPage();
    const faults = watchFaults(page);
    await page.goto(`file://${path}`);
    await launcher(page).click();
    await talk(chatOf(page));
    expect(faults).toEqual([]);
    await page.close();
  });
});

describe("the tag's options", () => {
  it.each(["drawer", "modal"])("show the chat as a %s, over the page or beside it", (mode) =>
    visit(`<a href="#x">A link</a>${stage.tag(`data-mode="${mode}"`)}`, async (page) => {
      await launcher(page).click();
      await chatOf(page).getByRole("textbox", { name: "Message" }).waitFor();
      const dialog = page.locator("pilothouse-launcher [role=dialog]");
      expect(await dialog.getAttribute("aria-modal")).toBe(String(mode === "modal"));
      expect(await page.locator("h1").evaluate((one) => (one as HTMLElement).inert)).toBe(mode === "modal"); // a heading
      await page.evaluate(() => (globalThis as unknown as Host).Pilothouse.close());
      await expect.poll(() => dialog.isVisible()).toBe(false);
      expect(await page.locator("h1").evaluate((one) => (one as HTMLElement).inert)).toBe(false); // as above
    }),
  );

  it("set the position and the size", () =>
    visit(
      `<main id="here"></main>${stage.tag(
        'data-mode="inline" data-target="#here" data-width="600" data-height="400" data-locale="de" data-theme="dark" data-color="#aa3300"',
      )}`,
      async (page) => {
        const box = await page.locator("#here pilothouse-launcher").boundingBox();
        expect([box?.width, box?.height]).toEqual([600, 400]);
        await chatOf(page).getByRole("textbox").waitFor();
        expect(await chatOf(page).locator("html").getAttribute("lang")).toBe("de");
      },
    ));

  it("let an inline chat grow with its content, up to the height set in Deploy", () =>
    visit(
      `<main id="here"></main>${stage.tag('data-mode="inline" data-target="#here" data-width="600" data-height="auto"')}`,
      async (page) => {
        const chat = chatOf(page);
        await chat.getByRole("textbox").waitFor();
        const highest = defaultWidgetSettings("").panelHeight;
        const own = () => chat.locator("header").evaluate((one) => one.parentElement?.offsetHeight);
        const given = () => page.locator("#here iframe").evaluate((one) => (one as HTMLElement).offsetHeight); // a frame
        await expect.poll(async () => (await given()) === (await own())).toBe(true);
        expect(await given()).toBeLessThan(highest);
        await talk(chat, "A long story. ".repeat(200).trim());
        await expect.poll(given).toBe(highest);
        // The frame is another process, which hears of its size a moment later.
        await expect.poll(own).toBe(highest);
        await expect
          .poll(() => chat.getByRole("log").evaluate((one) => one.scrollHeight > one.clientHeight))
          .toBe(true);
      },
    ));

  it("hide the launcher on given paths, also when the page changes its path without a load", () =>
    visit(stage.tag('data-hide-on="/checkout*"'), async (page) => {
      await launcher(page).waitFor();
      await page.evaluate(() => history.pushState(null, "", "/checkout/2"));
      await expect.poll(() => launcher(page).isVisible()).toBe(false);
      await page.evaluate(() => history.back());
      await expect.poll(() => launcher(page).isVisible()).toBe(true);
    }));
});

describe("the public object", () => {
  it("does what its methods say and reports events", () =>
    visit(stage.tag(), async (page) => {
      await launcher(page).waitFor();
      const told = await page.evaluate(async () => {
        const { Pilothouse: widget } = globalThis as unknown as Host; // the public object
        const names: string[] = [];
        widget.on("*", (name) => names.push(name));
        addEventListener("pilothouse:message:sent", () => names.push("DOM"));
        widget.on("message:before-send", (event) => {
          if (event.text.includes("secret")) event.preventDefault();
          else event.replace(event.text.toUpperCase());
        });
        const sent = await widget.send("hello", { open: false });
        const held = await widget
          .send("a secret")
          .catch((error: unknown) => "held back " + (error instanceof Error));
        const all = await widget.conversations();
        const written = await widget.transcript();
        return { names, sent, held, all: all.length, written: written[0]?.text, state: { ...widget.state } };
      });
      expect(told.sent.text).toBe("HELLO");
      expect(told.held).toBe("held back true");
      expect(told.all).toBe(1);
      expect(told.written).toBe("HELLO");
      expect(told.names).toEqual(
        expect.arrayContaining(["conversation:start", "message:sent", "DOM", "open"]),
      );
      expect(told.state).toMatchObject({ status: "ready", open: true, online: true });
    }));

  it("opens the chat by the keyboard, moves by F6, closes by Escape and returns the focus", () =>
    visit(stage.tag(), async (page) => {
      await launcher(page).focus();
      await page.keyboard.press("Enter");
      const input = chatOf(page).getByRole("textbox", { name: "Message" });
      // Keys go to the frame once it has the focus: within it, the field has it all the time.
      const hearsKeys = () => input.evaluate((one) => one === document.activeElement && document.hasFocus());
      await expect.poll(hearsKeys).toBe(true);
      await page.keyboard.press("F6");
      const isOnLauncher = () =>
        page.evaluate(() => document.activeElement?.localName === "pilothouse-launcher");
      const ofRoot = () =>
        page.evaluate(
          () => document.querySelector("pilothouse-launcher")?.shadowRoot?.activeElement?.localName,
        );
      await expect.poll(ofRoot).toBe("button");
      await page.keyboard.press("F6");
      await expect.poll(ofRoot).toBe("iframe");
      await expect.poll(hearsKeys).toBe(true);
      await page.keyboard.press("Escape");
      await expect.poll(ofRoot).toBe("button");
      expect(await isOnLauncher()).toBe(true);
      await expect.poll(() => onWidget(page, (widget) => widget.state.open)).toBe(false);
    }));

  it("diagnoses the page", () =>
    visit(stage.tag(), async (page) => {
      await launcher(page).waitFor();
      const report = await onWidget(page, (widget) => widget.doctor());
      expect(report.checks.map(({ name, state }) => `${name} ${state}`)).toEqual([
        "tag ok",
        "token ok",
        "agent ok",
        "origin ok",
        "policy ok",
        "frame ok",
        "context ok",
        "storage ok",
      ]);
    }));

  it("leaves nothing on the page when it is destroyed, a hundred times over", () =>
    visit(`<p>Nothing</p>`, async (page) => {
      const { left, ...rest } = await repeatWidget(page, { host: stage.server.url, token: stage.app.token });
      expect(rest).toEqual({ isSameHtml: true, names: 0 });
      expect(left.nodes).toBeLessThan(10);
      expect(left.listeners).toBeLessThanOrEqual(0);
      expect(left).toMatchObject({ frames: 0, timers: 0, connections: 0, observers: 0 });
    }));

  it("survives the browser's back-forward cache", async () => {
    const { browser, close } = await launch({ program: "whole" });
    const comeBack = async (page: Page) => {
      stage.site.pages.set("/next", htmlPage("<p>Next</p>"));
      await launcher(page).click();
      await talk(chatOf(page), "Before");
      await page.evaluate(() => Object.assign(globalThis, { isSame: true }));
      await page.goto(`${stage.site.origin}/next`);
      // A page that was kept loads nothing, for which goBack would wait.
      await page.evaluate(() => history.back());
      await launcher(page)
        .or(page.getByRole("button", { name: "Close chat" }))
        .first()
        .waitFor();
      expect(await page.evaluate(() => "isSame" in globalThis)).toBe(true);
      // Through the page: Playwright loses sight of frames that a kept page brings back.
      const told = await page.evaluate(async () => {
        const { Pilothouse: widget } = globalThis as unknown as Host; // the public object
        const received = new Promise((resolve) => widget.once("message:received", resolve));
        const { text } = await widget.send("After");
        await received;
        return text;
      });
      expect(told).toBe("After");
    };
    await visit(stage.tag(), comeBack, { browser }).finally(close);
  });
});
