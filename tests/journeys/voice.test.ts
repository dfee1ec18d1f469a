import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Agent } from "../../shared/contract/agents.ts";
import { createModelKey } from "../../shared/contract/modelKeys.ts";
import { getWidget } from "../../shared/contract/surfaces.ts";
import { listThreads, updateThread } from "../../shared/contract/threads.ts";
import { partWords } from "../../shared/words/parts.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { buildIfMissing, distFolder } from "../../server/build.ts";
import { listen, type Listening } from "../../server/http/listen.ts";
import { launch, type RunningChromium } from "../kit/chromium.ts";
import { hear, refuse, say, type ModelProvider, type Reply } from "../kit/modelProvider.ts";
import { stores } from "../kit/stores.ts";
import { startTalkingServer, type TalkingServer } from "../kit/talks.ts";

/** Chromium speaks into its own microphone, which beeps; the provider on this machine hears words in it. */
let talk: TalkingServer;
let agent: Agent;
let listening: Listening;
let chromium: RunningChromium;
let provider: ModelProvider;
let heard: Reply;
let origin: string;
const said = "How long do refunds take?";

beforeAll(async () => {
  buildIfMissing();
  const [store = expect.fail("no store")] = stores();
  talk = await startTalkingServer(store, { models: {}, distDir: distFolder });
  agent = await talk.createAgent();
  const app = talk.server.house.app;
  listening = await listen({ app, host: "127.0.0.1", port: 0, report: () => undefined });
  origin = `http://localhost:${listening.port}`;
  chromium = await launch({
    args: ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"],
  });
});
afterAll(async () => {
  await chromium?.close();
  await listening?.stop(1000);
});

it("an owner chooses a model for speech, a visitor speaks and is answered, and the team reads and hears it", async () => {
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
  await team.goto(`${origin}/accounts/${talk.owner.organizationId}/account/models`);
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
  const inbox = `${origin}/accounts/${talk.owner.organizationId}/cp/${agent.id}/inbox/conversations`;
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
  const context = await chromium.browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [name = "", value = ""] = talk.owner.cookie.split("=");
  // The session's cookie is for secure origins, of which localhost is one.
  await context.addCookies([{ name, value, url: origin.replace("http:", "https:") }]);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return page;
}

async function openChat(): Promise<Page> {
  const params = { productId: agent.id };
  const { data } = await talk.server.as(talk.owner).call(getWidget, { params });
  const context = await chromium.browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(`${origin}/embed/${data.token}`);
  return page;
}

/** Says something for a second or two. */
async function speak(page: Page): Promise<void> {
  await page.getByRole("button", { name: widgetWords.speak }).click();
  const row = page.getByRole("group", { name: widgetWords.voiceMessage });
  await row.getByText("0:01").waitFor();
  await row.getByRole("button", { name: partWords.send }).click();
  await row.waitFor({ state: "detached" });
}

/** How long a recording is, once its player knows. */
async function readSeconds(audio: ReturnType<Page["locator"]>): Promise<number> {
  const read = () => audio.evaluate(({ duration }: HTMLAudioElement) => duration);
  await expect.poll(read, { timeout: 20_000 }).toSatisfy(Number.isFinite);
  return read();
}
