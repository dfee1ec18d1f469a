import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowserHouse, type BrowserHouse } from "../kit/browserHouse.ts";
import { refuse, say, type Reply, type WireFormat } from "../kit/modelProvider.ts";
import type { TalkingServer } from "../kit/talks.ts";

/** A provider on this machine speaks every provider's wire format; who looks is an admin in a real browser. */
let house: BrowserHouse;
let talk: TalkingServer;
let page: Page;
let area: string;

beforeAll(async () => {
  // No key of the installation's: every answer comes by a key that is added here.
  house = await openBrowserHouse({ models: {} });
  talk = house.talk;
  page = await (await house.enter(talk.owner)).newPage();
  page.setDefaultTimeout(30_000);
  area = `${house.origin}/accounts/${talk.owner.organizationId}`;
});
afterAll(() => house?.stop());

interface Way {
  /** As the list of providers begins. */
  label: string;
  model: string;
  format: WireFormat;
  /** How this provider lists its models. */
  models: unknown;
}

const openAiList = (id: string) => ({ object: "list", data: [{ id, object: "model" }] });
const ways: [string, Way][] = [
  ["OpenAI", { label: "OpenAI", model: "gpt-4o", format: "responses", models: openAiList("gpt-4o") }],
  [
    "Google",
    {
      ...{ label: "Google", model: "gemini-2.5-pro", format: "google" },
      models: {
        models: [{ name: "models/gemini-2.5-pro", supportedGenerationMethods: ["generateContent"] }],
      },
    },
  ],
  [
    "Anthropic",
    {
      ...{ label: "Anthropic", model: "claude-4.5-sonnet", format: "anthropic" },
      models: { data: [{ id: "claude-sonnet-4-5", type: "model" }] },
    },
  ],
  [
    "DeepSeek",
    { label: "DeepSeek", model: "deepseek-chat", format: "chat", models: openAiList("deepseek-chat") },
  ],
  ["Alibaba", { label: "Alibaba", model: "qwen-plus", format: "chat", models: openAiList("qwen-plus") }],
];

describe.each(ways)("with %s", (_, { label, model, format, models }) => {
  it("a key is checked before it is kept, and every fault of its models is got over or told plainly", async () => {
    const provider = await talk.useProvider();
    const list: Reply = (response) =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(models));

    await page.goto(`${area}/account/models`);
    await page.getByRole("button", { name: "Add a key" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a model key" });
    await dialog.getByRole("combobox", { name: "Provider" }).selectOption({ label });
    await dialog.getByRole("textbox", { name: "Key" }).fill("sk-journey-0123456789");
    provider.script(refuse(401));
    await dialog.getByRole("button", { name: "Check and add" }).click();
    await dialog.getByText("does not know this key", { exact: false }).waitFor();
    provider.script(list);
    await dialog.getByRole("button", { name: "Check and add" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("list", { name: "Keys" }).getByText(label).first().waitFor();

    const { id } = await talk.createAgent(model);
    const listed = provider.requests.length;

    provider.script(refuse(503), say(format, ["Five years."]));
    await ask(id, "How long is the guarantee?");
    await page.getByText("Five years.", { exact: true }).first().waitFor();
    expect(provider.requests.length - listed).toBe(2);

    provider.script(say(format, ["Five"], { reason: null }));
    await ask(id, "And the frame?");
    await page.getByText("The answer ends here.").waitFor();
    await page.getByText("was cut off before its end", { exact: false }).waitFor();
    await page.getByText("Five", { exact: true }).first().waitFor();

    // Last, because a key without credit is not tried again.
    provider.script(refuse(402));
    await ask(id, "Does it cover the battery?");
    await page.getByText("no credit left", { exact: false }).first().waitFor();
  });
});

/** Asks the draft in its playground, in a conversation of its own. */
async function ask(agentId: string, question: string): Promise<void> {
  await page.goto(`${area}/cp/${agentId}/overview`);
  const field = page.getByRole("textbox", { name: /^Question to/ });
  await field.fill(question);
  await field.press("Enter");
}
