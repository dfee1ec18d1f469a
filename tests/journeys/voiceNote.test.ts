import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getWidget } from "../../shared/contract/surfaces/surfaces.ts";
import { listThreads, updateThread } from "../../shared/contract/conversations/threads/threads.ts";
import { openBrowserApp, type BrowserApp } from "../kit/browser/browserApp.ts";

/** Chromium speaks into its own microphone, which beeps. */
let app: BrowserApp;

beforeAll(async () => {
  const args = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
  app = await openBrowserApp({ args });
});
afterAll(() => app?.stop());

it("a team member records a voice note by keys on a phone's screen and plays it back, and the visitor hears it", async () => {
  const { talk } = app;
  const agent = await talk.createAgent();
  const params = { productId: agent.id };
  const { data: widget } = await talk.server.as(talk.owner).call(getWidget, { params });
  const visitor = await app.chromium.browser.newPage();
  await visitor.goto(`${app.origin}/embed/${widget.token}`);
  const message = visitor.getByRole("textbox", { name: "Message" });
  await message.fill("Are you there?");
  await message.press("Enter");
  await visitor.getByRole("article").nth(1).waitFor();
  const { items } = await talk.server.as(talk.owner).call(listThreads, { params });
  const threadId = items[0]?.id ?? expect.fail("no conversation");
  const body = { data: { handledBy: "human" as const } };
  await talk.server.as(talk.owner).call(updateThread, { params: { ...params, threadId }, body });

  const viewport = { width: 390, height: 844 };
  const team = await (await app.enter(talk.owner, { viewport })).newPage();
  const inbox = `${app.origin}/accounts/${talk.owner.organizationId}/cp/${agent.id}/inbox/conversations`;
  await team.goto(`${inbox}/${threadId}`);
  await team.getByRole("button", { name: "Record a voice note" }).press("Enter");
  const row = team.getByRole("group", { name: "Voice note" });
  // Each second stands there for a second only.
  await row.getByText(/^0:0[1-9]$/).waitFor();
  expect(await focused(team)).toBe("Stop");
  expect(await overflows(team)).toBe(false);
  await team.keyboard.press("Enter");
  expect(await readSeconds(row.locator("audio"))).toBeGreaterThan(0.5);
  expect(await overflows(team)).toBe(false);
  expect(await focused(team)).toBe("Add to reply");
  await team.keyboard.press("Enter");
  await team.getByRole("button", { name: /^Remove Voice note/ }).waitFor();
  await expect.poll(() => team.getByRole("button", { name: "Send message" }).isEnabled()).toBe(true);
  // The field has the focus, and Enter sends.
  await team.keyboard.press("Enter");
  for (const page of [team, visitor]) {
    const player = page.getByRole("log").getByLabel(/^Voice note\./);
    expect(await readSeconds(player)).toBeGreaterThan(0.5);
  }
});

function focused(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.textContent?.trim());
}

function overflows(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

/** How long a recording is, once its player knows. */
async function readSeconds(audio: Locator): Promise<number> {
  const read = () => audio.evaluate((player) => player instanceof HTMLAudioElement && player.duration);
  await expect.poll(read).toSatisfy(Number.isFinite);
  return Number(await read());
}
