import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { serveWebsite, type Website } from "../kit/knowledge/website.ts";
import { root } from "../structure/files.ts";

let site: Website;
let chromium: RunningChromium;

beforeAll(async () => {
  const sheet = stripTypeScriptTypes(readFileSync(join(root, "shared/ui/style/sheet.ts"), "utf8"));
  const rules = "p { color: red; } @media (max-width: 600px) { p { color: green; } }";
  const use = `Object.assign(window, { addRules }); adoptStyles(document); addRules("${rules}");`;
  site = await serveWebsite({
    "/": `<!doctype html><title>Parts</title><p>Text</p><script type="module">${sheet}; ${use}</script>`,
    "/around": '<!doctype html><title>Around</title><iframe src="/" width="900"></iframe>',
  });
  chromium = await launch();
});
afterAll(async () => {
  await chromium?.close();
  await site?.stop();
});

it.each(["before", "after"])(
  "a part fits the new size of its window when the resize comes right %s its styles arrive",
  async (order) => {
    const page = await chromium.browser.newPage();
    await page.goto(`${site.origin}/around`);
    const text = page.frameLocator("iframe").getByText("Text");
    const colour = () => text.evaluate((one) => getComputedStyle(one).color);
    await expect.poll(colour).toBe("rgb(255, 0, 0)");
    // In one go, so that nothing is drawn in between: a frame is as large at once as the page around it says.
    await page.locator("iframe").evaluate((frame: HTMLIFrameElement, first) => {
      const { addRules } = frame.contentWindow as unknown as { addRules(css: string): void };
      const add = () => addRules("i { color: blue; }");
      if (first === "after") add();
      frame.width = "400";
      frame.getBoundingClientRect();
      if (first === "before") add();
    }, order);
    await expect.poll(colour).toBe("rgb(0, 128, 0)");
    await page.close();
  },
);
