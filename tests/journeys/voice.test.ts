import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Agent } from "../../shared/contract/agents/agents.ts";
import { createModelKey } from "../../shared/contract/models/modelKeys.ts";
import { getWidget } from "../../shared/contract/surfaces/surfaces.ts";
import { listThreads, updateThread } from "../../shared/contract/conversations/threads/threads.ts";
import { partWords } from "../../shared/words/parts.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { laterWords } from "../../shared/words/later.ts";
import { openBrowserApp, type BrowserApp } from "../kit/browser/browserApp.ts";
import { hear, refuse, say, type ModelProvider, type Reply } from "../kit/models/modelProvider.ts";
import type { TalkingServer } from "../kit/conversations/threads/talks.ts";

/** Chromium speaks into its own microphone, which beeps; the provider on this machine hears words in it. */
let app: BrowserApp;
let talk: TalkingServer;
let agent: Agent;
let provider: ModelProvider;
let heard: Reply;
const said = "How long do refunds take?";

beforeAll(async () => {
  const args = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
  app = await openBrowserApp({ models: {}, args });
  talk = app.talk;
  agent = await talk.createAgent();
});
afterAll(() => app?.stop());

it("an owner chooses a speech model, a visitor speaks and gets an answer, and the team reads and hears the recording", async () => {
  provider = await talk.useProvider();
  heard = hear(said);
  provider.script((response, body, request) => {
    const list = { data: ["gpt-4o", "whisper-1"].map((id) => ({ id })) };
    if (request.url?.endsWith("/models")) return void response.end(JSON.stringify(list));
    const reply = request.url?.endsWith("/transcriptions") ? heard : say("responses", ["Five days."]);
    reply(response, body, request);
  });
  const key = { provider: "openai" as const, key: "sk-journey-0123456789", name: "Shop" };
  await talk.server.as(talk.owner).call(createModelKey, { body: { data: key } });
  const team = await openTeam();
  await team.goto(`${app.origin}/accounts/${talk.owner.organizationId}/account/models`);
  await team.getByLabel("Model for speech").selectOption({ label: "OpenAI whisper-1" });
  await team.getByText("Saved").waitFor();

  const visitor = await openChat();
  await speak(visitor);
  await visitor.getByRole("article").filter({ hasText: "Five days." }).waitFor();
  const own = visitor.getByRole("article").filter({ hasText: said });
  expect(await readSeconds(own.locator("audio"))).toBeGreaterThan(0.5);
  const sent = provider.requests.find(({ path }) => path.endsWith("/transcriptions"));
  const file = sent?.body.form?.get("file") as File; // as the form was sent
  expect(file.size).toBeGreaterThan(1000);

  const params = { productId: agent.id };
  const { items } = await talk.server.as(talk.owner).call(listThreads, { params });
  expect(items[0]?.title).toBe(said);
  const inbox = `${app.origin}/accounts/${talk.owner.organizationId}/cp/${agent.id}/inbox/conversations`;
  await team.goto(`${inbox}/${items[0]?.id}`);
  const player = team.locator("figure").filter({ hasText: said }).locator("audio");
  expect(await readSeconds(player)).toBeGreaterThan(0.5);

  heard = refuse(400);
  await speak(visitor);
  await visitor.getByRole("log").getByText("could not be read").waitFor();
  expect(await visitor.locator("audio").count()).toBe(2);
  heard = hear("And to Norway?");
  await visitor.getByRole("button", { name: widgetWords.retry }).click();
  await visitor.locator("figcaption", { hasText: "And to Norway?" }).waitFor();

  const place = { params: { ...params, threadId: items[0]?.id ?? "" } };
  await talk.server.as(talk.owner).call(updateThread, { ...place, body: { data: { handledBy: "human" } } });
  await speak(visitor);
  heard = hear("Thank you, Ada.");
  await team.getByRole("button", { name: "Write down" }).click();
  await team.locator("figcaption", { hasText: "Thank you, Ada." }).waitFor();
  await visitor.locator("figcaption", { hasText: "Thank you, Ada." }).waitFor();
});

async function openTeam(): Promise<Page> {
  const page = await (await app.enter(talk.owner)).newPage();
  return page;
}

async function openChat(): Promise<Page> {
  const params = { productId: agent.id };
  const { data } = await talk.server.as(talk.owner).call(getWidget, { params });
  const context = await app.chromium.browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${app.origin}/embed/${data.token}`);
  return page;
}

/** Says something for a second or two. */
async function speak(page: Page): Promise<void> {
  await page.getByRole("button", { name: widgetWords.speak }).click();
  const row = page.getByRole("group", { name: laterWords.voiceMessage });
  // Each second stands there for a second only.
  await row.getByText(/^0:0[1-9]$/).waitFor();
  await row.getByRole("button", { name: partWords.send }).click();
  await row.waitFor({ state: "detached" });
}

/** How long a recording is, once its player knows. */
async function readSeconds(audio: ReturnType<Page["locator"]>): Promise<number> {
  const read = () => audio.evaluate(({ duration }: HTMLAudioElement) => duration);
  await expect.poll(read).toSatisfy(Number.isFinite);
  return read();
}
