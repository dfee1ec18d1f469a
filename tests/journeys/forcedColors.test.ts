import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { chatOf, htmlPage, openStage, talk, type Stage } from "../hosts/stage.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";

let stage: Stage;
let chromium: RunningChromium;
let page: Page;

beforeAll(async () => {
  buildIfMissing();
  stage = await openStage();
  stage.site.pages.set("/", htmlPage(stage.tag()));
  chromium = await launch();
  page = await chromium.browser.newPage({ forcedColors: "active", reducedMotion: "reduce" });
  await page.goto(`${stage.site.origin}/`);
});

afterAll(async () => {
  await chromium?.close();
  await stage?.site.stop();
});

/** In the colors of the visitor's own choice nothing may be told by a color of ours. */
describe("in forced colors", () => {
  it("the launcher shows its icon, its focus and its edge", async () => {
    const launcher = page.getByRole("button", { name: "Open chat" });
    await launcher.waitFor();
    expect(await hiddenIcons(launcher)).toBe(0);
    await page.keyboard.press("Tab");
    await expect.poll(() => showsFocus(launcher)).toBe(true);
    expect(await launcher.evaluate((one) => getComputedStyle(one).borderTopColor)).not.toBe(
      await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
    );
  });

  it("the chat shows its icons, the focus on every control, and the selection", async () => {
    await page.getByRole("button", { name: "Open chat" }).press("Enter");
    const chat = chatOf(page);
    await talk(chat, "How long does delivery take?");
    const good = chat.getByRole("button", { name: "Good answer" });
    const bad = chat.getByRole("button", { name: "Bad answer" });
    await good.press("Enter");
    await expect.poll(async () => (await groundOf(good)) !== (await groundOf(bad))).toBe(true);
    await bad.press("Enter");
    const chosen = chat.getByRole("radio", { name: "It is wrong" });
    const other = chat.getByRole("radio", { name: "Something else" });
    await chosen.press(" ");
    await chat.getByRole("textbox", { name: "Tell us more (optional)" }).focus();
    const labelOf = (radio: Locator) => radio.locator("xpath=..");
    await expect
      .poll(async () => (await groundOf(labelOf(chosen))) !== (await groundOf(labelOf(other))))
      .toBe(true);
    await expect.poll(() => showsFocus(chosen)).toBe(false);
    await chosen.focus();
    await expect.poll(() => showsFocus(chosen)).toBe(true);
    for (const name of ["More", "Close chat", "Bad answer"]) {
      await chat.getByRole("button", { name, exact: true }).focus();
      await expect.poll(() => showsFocus(chat.locator(":focus"))).toBe(true);
    }
    await chat.getByRole("textbox", { name: "Message" }).focus();
    await expect.poll(() => showsFocus(chat.locator(":focus"))).toBe(true);
    await chat.getByRole("button", { name: "More" }).press("Enter");
    await expect.poll(() => showsFocus(chat.getByRole("menuitem").first())).toBe(true);
    expect(await hiddenIcons(chat.locator("body"))).toBe(0);
  });
});

/** Whether an outline stands around it, or around what it is a part of. */
function showsFocus(field: Locator): Promise<boolean> {
  return field.evaluate((one) => {
    const around = [one, one.closest("label"), one.closest("form > *"), one.closest("form")];
    return around.some((part) => {
      if (!part) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(part);
      return outlineStyle !== "none" && parseFloat(outlineWidth) >= 1;
    });
  });
}

function groundOf(part: Locator): Promise<string> {
  return part.evaluate((one) => getComputedStyle(one).backgroundColor);
}

/** How many icons in it have the color of what they lie on. */
function hiddenIcons(part: Locator): Promise<number> {
  return part.evaluate((whole) => {
    const isClear = (color: string): boolean => /, 0\)$|^transparent$/.test(color);
    const icons = [...whole.querySelectorAll("svg")].filter((icon) => icon.getClientRects().length > 0);
    return icons.filter((icon) => {
      let under: Element | null = icon.parentElement;
      while (under && isClear(getComputedStyle(under).backgroundColor)) under = under.parentElement;
      const ground = under ? getComputedStyle(under).backgroundColor : "rgb(255, 255, 255)";
      const { stroke, fill } = getComputedStyle(icon);
      return [stroke, fill].every((color) => color === "none" || color === ground);
    }).length;
  });
}
