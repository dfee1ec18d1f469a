import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { openRoleApp } from "../kit/browser/roleApp.ts";

let chromium: RunningChromium;

beforeAll(async () => {
  buildIfMissing();
  chromium = await launch();
});
afterAll(() => chromium?.close());

/** A picture of one red dot, which browsers draw. */
const dot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);
const picture = { name: "dot.png", mimeType: "image/png", buffer: dot };
const guide = { name: "guide.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\na guide") };
const prices = { name: "prices.csv", mimeType: "text/csv", buffer: Buffer.from("lamp,12") };
const secret = { name: "for-us.txt", mimeType: "text/plain", buffer: Buffer.from("Be kind.") };

it("a team member sends files that the visitor sees and saves, and note files that the visitor never sees", async () => {
  const app = await openRoleApp();
  const visitor = await chromium.browser.newPage();
  await visitor.goto(`${app.server.url}/embed/${app.token}`);
  const log = visitor.getByRole("log");
  const message = visitor.getByRole("textbox", { name: "Message" });
  await message.fill("Where is the guide?");
  await message.press("Enter");
  await log.getByRole("article").nth(1).waitFor();

  const mate = await app.enter("support", chromium);
  await mate.goto(`${app.server.url}/accounts/${app.orgId}/cp/${app.agentId}/inbox/conversations`);
  await mate
    .getByRole("region", { name: "Conversations", exact: true })
    .getByRole("listitem")
    .first()
    .click();
  await mate.getByRole("button", { name: "Take over" }).click();
  const reply = mate.getByRole("textbox", { name: /^Reply to/ });
  await reply.fill("Here they are.");
  await choose(mate, picture, guide);
  await mate.getByRole("button", { name: "Send message" }).click();
  const shown = log.getByRole("img", { name: "dot.png" });
  await shown.waitFor();
  const drawn = () => shown.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth);
  await expect.poll(drawn).toBe(1);
  const address = await log.getByRole("link", { name: /guide\.pdf/ }).getAttribute("href");
  const saved = await fetch(new URL(address ?? "", app.server.url));
  expect(saved.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''guide.pdf");
  expect(Buffer.from(await saved.arrayBuffer())).toEqual(guide.buffer);

  await mate.getByRole("radio", { name: "Note" }).check({ force: true });
  await mate.getByRole("textbox", { name: /^Private note/ }).waitFor();
  await choose(mate, secret);
  await mate.getByRole("button", { name: "Add note" }).click();
  await mate
    .getByRole("log")
    .getByRole("link", { name: /for-us\.txt/ })
    .waitFor();
  await mate.getByRole("radio", { name: "Reply" }).check({ force: true });
  await reply.fill("Anything else?");
  await reply.press("Enter");
  await log.getByText("Anything else?").waitFor();
  expect(await visitor.content()).not.toContain("for-us");

  // Written once with its file, and said often.
  await mate.getByRole("button", { name: "Canned replies" }).click();
  await mate.getByRole("button", { name: "New canned reply" }).click();
  const form = mate.getByRole("dialog", { name: "New canned reply" });
  await form.getByLabel(/^Short name/).fill("prices");
  await form.getByLabel(/^Text/).fill("Our prices.");
  await choose(form, prices);
  await form.getByRole("button", { name: "Save" }).click();
  // Not in the form, which names it too until it is saved.
  await mate.getByRole("dialog", { name: "Canned replies" }).getByText("prices.csv").waitFor();
  await mate.getByRole("button", { name: "Done" }).click();
  await reply.pressSequentially("/pri");
  await mate.getByRole("option", { name: /prices/ }).click();
  await mate.getByRole("button", { name: "Remove prices.csv" }).waitFor();
  await expect.poll(() => mate.getByRole("button", { name: "Send message" }).isEnabled()).toBe(true);
  await reply.press("Enter");
  await log.getByRole("link", { name: /prices\.csv/ }).waitFor();

  // Both find them again.
  await visitor.reload();
  await log.getByRole("img", { name: "dot.png" }).waitFor();
  // A browser that leaves a row out while its picture comes may never draw it.
  const row = log.locator("[data-rests]", { has: visitor.getByRole("img", { name: "dot.png" }) });
  await row.waitFor();
  expect(await row.evaluate((element) => getComputedStyle(element).contentVisibility)).toBe("visible");
  await log.getByRole("link", { name: /guide\.pdf/ }).waitFor();
  await mate.reload();
  for (const name of [/dot\.png/, /guide\.pdf/, /for-us\.txt/, /prices\.csv/])
    await mate.getByRole("log").getByRole("link", { name }).waitFor();
});

type Given = { name: string; mimeType: string; buffer: Buffer };

/** Chooses files where somebody of the team writes, and waits until they are on the server. */
async function choose(where: Page | Locator, ...files: Given[]): Promise<void> {
  await where.getByRole("button", { name: "Attach files" }).waitFor();
  await where.locator('input[type="file"]').setInputFiles(files);
  for (const { name } of files) await where.getByRole("button", { name: `Remove ${name}` }).waitFor();
  await expect.poll(() => where.getByRole("progressbar", { name: /^Uploading/ }).count()).toBe(0);
}
