import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { getAgent, publishAgent, updateAgent } from "../../shared/contract/agents/agents.ts";
import { listVisitorMessages, sendMessage } from "../../shared/contract/conversations/conversations.ts";
import { openVisitor } from "../bench/visitor.ts";
import { findBarriers } from "../kit/browser/axe.ts";
import { scriptSnippet } from "../../shared/frame/snippet.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import type { TestClient } from "../kit/client.ts";
import { say, startModelProvider } from "../kit/models/modelProvider.ts";
import { openRoleApp, type RoleApp } from "../kit/browser/roleApp.ts";
import { pressButton } from "../kit/surfaces/shownChat.ts";
import { serveWebsite } from "../kit/knowledge/website.ts";
import { writeInChat } from "../kit/surfaces/writeInChat.ts";

let chromium: RunningChromium;
let app: RoleApp;

beforeAll(async () => {
  buildIfMissing();
  chromium = await launch();
});
afterAll(() => chromium?.close());

it("two team members answer together: presence, a scheduled reply, a note for the agent, and a field that one defines and the other fills in", async () => {
  const provider = await startModelProvider();
  provider.script(say("chat", ["I will ask my team."]));
  app = await openRoleApp({ OPENAI_BASE_URL: `${provider.url}/v1`, OPENAI_API_KEY: "a key" });
  await giveModel();
  const visitor = await openVisitor(app, app.server);
  const threadId = await ask(visitor, { content: "Where is my order?", clientId: "together-1" });
  const [bench, mate] = [await openThread("owner", threadId), await openThread("support", threadId)];

  // Who else is there, and who writes.
  await bench.getByText("support has this open too").waitFor();
  await mate.getByText("Bench has this open too").waitFor();
  await bench.getByRole("button", { name: "Take over" }).click();
  await replyField(bench).fill("On its");
  await mate.getByText("Bench is writing a reply").waitFor();
  await replyField(mate).fill("It was sent yesterday.");
  await bench.getByText("support is writing a reply").waitFor();
  await replyField(mate).press("Enter");
  await bench.getByRole("log").getByText("It was sent yesterday.").waitFor();
  await bench.getByText("support has this open too").waitFor();
  await replyField(bench).press("Enter");
  await bench.getByRole("alert").getByText("support replied while you wrote.").waitFor();
  const barriers = await findBarriers(bench, "asked before sending");
  await bench.getByRole("button", { name: "Send anyway" }).click();
  await mate.getByRole("log").getByText("On its").waitFor();

  // A reply for later, which the visitor's own word holds.
  await replyField(bench).fill("Did it arrive?");
  await bench.getByRole("button", { name: "Send later" }).click();
  await bench.getByRole("heading", { name: "Send later" }).waitFor();
  barriers.push(...(await findBarriers(bench, "a time for a reply")));
  await bench.getByRole("button", { name: /^Tomorrow morning/ }).click();
  const waiting = (page: Page) => page.getByRole("list", { name: "Scheduled replies" });
  await waiting(mate)
    .getByText(/^Goes out/)
    .waitFor();
  // Its author may read the answer after the others heard of it.
  await expect.poll(() => replyField(bench).inputValue()).toBe("");
  await ask(visitor, { content: "It is not here yet", clientId: "together-2", threadId });
  for (const page of [bench, mate])
    await waiting(page)
      .getByText(/wrote first/)
      .waitFor();
  barriers.push(...(await findBarriers(bench, "a reply that is held")));
  await waiting(mate).getByRole("button", { name: "Send now" }).click();
  await bench.getByRole("log").getByText("Did it arrive?").waitFor();
  await waiting(bench).waitFor({ state: "detached" });

  // A note for the agent, which its visitor never sees.
  await bench.getByRole("button", { name: "Hand back" }).first().click();
  const note = "They were refunded: confirm and close.";
  await bench.getByLabel("Note to the agent (optional)").fill(note);
  barriers.push(...(await findBarriers(bench, "handing back")));
  await bench.getByRole("dialog").getByRole("button", { name: "Hand back" }).click();
  await mate.getByRole("article", { name: /^Note to the agent by Bench/ }).waitFor();
  provider.script(say("chat", ["You were refunded. Is that all?"]));
  await ask(visitor, { content: "And my money?", clientId: "together-3", threadId });
  await mate.getByRole("log").getByText("You were refunded. Is that all?").waitFor();
  expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain(note);
  const params = { productId: app.agentId, threadId };
  const { items } = await visitor.call(listVisitorMessages, { params });
  const said = items.filter(({ kind }) => kind === "text").map(({ content }) => content);
  expect(said).toEqual([
    ...["Where is my order?", "I will ask my team.", "It was sent yesterday.", "On its"],
    ...["It is not here yet", "Did it arrive?", "And my money?", "You were refunded. Is that all?"],
  ]);

  // A field that a manager defines, a colleague fills in and finds by, and the manager sees filled in.
  await defineField(bench);
  const plan = (page: Page) => page.getByRole("region", { name: "Custom fields" }).getByLabel("Plan");
  await plan(mate).selectOption("Gold");
  await expect.poll(() => plan(bench).inputValue()).toBe("Gold");
  provider.script(say("chat", ["Until eight."]));
  await writeOnceAgreed();
  const rows = mate.locator("[data-row]");
  await expect.poll(() => rows.count()).toBe(2);
  await mate.getByRole("button", { name: "Filter and sort" }).click();
  await mate.getByLabel("Custom field", { exact: true }).selectOption({ label: "Plan" });
  await expect.poll(() => rows.count()).toBe(1);
  expect(await rows.first().getAttribute("data-row")).toBe(threadId);
  barriers.push(...(await findBarriers(mate, "found by a field")));
  await bench.getByRole("link", { name: /Until eight/ }).click();
  const consent = bench.getByRole("region", { name: "Consent" });
  await consent.getByText("Granted").waitFor();
  await consent.getByText("Before you write, please agree").waitFor();
  expect(barriers).toEqual([]);
  for (const page of [bench, mate]) await page.context().close();
});

async function defineField(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Filter and sort" }).click();
  await page.getByRole("button", { name: "Manage fields" }).click();
  const dialog = page.getByRole("dialog", { name: "Custom fields" });
  await dialog.getByRole("button", { name: "New field" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("Plan");
  await dialog.getByLabel("Kind").selectOption({ label: "Choice of a list" });
  await dialog.getByRole("textbox", { name: "Choices 1" }).fill("Gold");
  await dialog.getByRole("button", { name: "Create field" }).click();
  await dialog.getByRole("button", { name: "Actions for Plan" }).waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
}

/** Another visitor, who comes to a page with `data-consent="required"`. */
async function writeOnceAgreed(): Promise<void> {
  const snippet = scriptSnippet({ host: app.server.url, token: app.token });
  const asking = snippet.replace("<script ", '<script data-consent="required" ');
  const shop = await serveWebsite({ "/": `<!doctype html><title>Shop</title>${asking}<h1>Shop</h1>` });
  const page = await chromium.browser.newPage();
  await page.goto(shop.origin);
  await page.locator("pilothouse-launcher").getByRole("button").last().click();
  const chat = page.frameLocator("pilothouse-launcher iframe");
  await pressButton(chat, "Agree and start");
  await writeInChat(chat, "How long are you open?");
  await chat.getByRole("log").getByText("Until eight.").waitFor();
  await page.context().close();
  await shop.stop();
}

function replyField(page: Page) {
  return page.getByRole("textbox", { name: /^Reply to/ });
}

/** From now on a language model writes the answers. */
async function giveModel(): Promise<void> {
  const params = { productId: app.agentId };
  const { revision, configuration } = (await app.client.call(getAgent, { params })).data;
  const data = { revision, configuration: { ...configuration, model: "gpt-4o" } };
  await app.client.call(updateAgent, { params, body: { data } });
  await app.client.call(publishAgent, { params });
}

/** Says something as the visitor, waits for what is answered, and gives the conversation. */
async function ask(
  visitor: TestClient,
  data: { content: string; clientId: string; threadId?: string },
): Promise<string> {
  let id = "";
  for await (const event of visitor.stream(sendMessage, {
    params: { productId: app.agentId },
    body: { data },
  }))
    if (event.type === "accepted") id = event.thread.id;
  return id;
}

async function openThread(walker: "owner" | "support", threadId: string): Promise<Page> {
  const page = await app.enter(walker, chromium);
  const path = `/accounts/${app.orgId}/cp/${app.agentId}/inbox/conversations/${threadId}`;
  await page.goto(app.server.url + path);
  await page.getByRole("log").getByText("Where is my order?").waitFor();
  return page;
}
