import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listModelKeys } from "../../shared/contract/models/modelKeys.ts";
import { nameOwnModel } from "../../shared/domain/models.ts";
import { openBrowserApp, type BrowserApp } from "../kit/browser/browserApp.ts";
import { refuse, say, type Reply, type WireFormat } from "../kit/models/modelProvider.ts";
import { sampled } from "../kit/sampled.ts";
import type { TalkingServer } from "../kit/conversations/threads/talks.ts";

/** A provider on this machine speaks every provider's wire format; who looks is an admin in a real browser. */
let app: BrowserApp;
let talk: TalkingServer;
let page: Page;
let area: string;

beforeAll(async () => {
  // No key of the installation's: every answer comes by a key that is added here. A server of one's own is on this machine.
  app = await openBrowserApp({ models: {}, egressAllow: ["127.0.0.0/8"] });
  talk = app.talk;
  page = await (await app.enter(talk.owner)).newPage();
  area = `${app.origin}/accounts/${talk.owner.organizationId}`;
});
afterAll(() => app?.stop());

interface Way {
  /** As the list of providers begins. */
  label: string;
  model: string;
  format: WireFormat;
  /** How this provider lists its models: the agent's, and one that answers where that one can't. */
  models: unknown;
  /** Where it is a server of one's own, which has an address. */
  isOwn?: boolean;
}

const other = "other-model-1";
const openAiList = (id: string) => ({ data: [id, other].map((each) => ({ id: each, object: "model" })) });
const ways: [string, Way][] = [
  ["OpenAI", { label: "OpenAI", model: "gpt-4o", format: "responses", models: openAiList("gpt-4o") }],
  [
    "Google",
    {
      ...{ label: "Google", model: "gemini-2.5-pro", format: "google" },
      models: {
        models: ["gemini-2.5-pro", other].map((id) => ({
          ...{ name: `models/${id}`, supportedGenerationMethods: ["generateContent"] },
        })),
      },
    },
  ],
  [
    "Anthropic",
    {
      ...{ label: "Anthropic", model: "claude-4.5-sonnet", format: "anthropic" },
      models: { data: ["claude-sonnet-4-5", other].map((id) => ({ id, type: "model" })) },
    },
  ],
  [
    "DeepSeek",
    { label: "DeepSeek", model: "deepseek-chat", format: "chat", models: openAiList("deepseek-chat") },
  ],
  ["Alibaba", { label: "Alibaba", model: "qwen-plus", format: "chat", models: openAiList("qwen-plus") }],
  [
    "Llama on a server of one's own",
    {
      ...{ label: "Your own server (OpenAI-compatible)", model: "llama-3.3", format: "chat" },
      ...{ models: openAiList("llama-3.3-70b"), isOwn: true },
    },
  ],
];

describe.each(sampled(ways, { name: "providers", count: 2 }))(
  "with %s",
  (_, { label, model, format, models, isOwn = false }) => {
    it("the console checks a key before it keeps it, and every model fault is recovered or reported plainly", async () => {
      const provider = await talk.useProvider();
      const list: Reply = (response) =>
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(models));

      await page.goto(`${area}/account/models`);
      await page.getByRole("button", { name: "Add a key" }).click();
      const dialog = page.getByRole("dialog", { name: "Add a model key" });
      await dialog.getByRole("combobox", { name: "Provider" }).selectOption({ label });
      if (isOwn) await dialog.getByRole("textbox", { name: "Address" }).fill(`${provider.url}/v1`);
      await dialog.getByRole("textbox", { name: "Key" }).fill("sk-journey-0123456789");
      provider.script(refuse(401));
      await dialog.getByRole("button", { name: "Check and add" }).click();
      await dialog.getByText("does not know this key", { exact: false }).waitFor();
      provider.script(list);
      await dialog.getByRole("button", { name: "Check and add" }).click();
      await dialog.waitFor({ state: "detached" });
      const shown = isOwn ? `${provider.url}/v1` : label;
      await page.getByRole("list", { name: "Keys" }).getByText(shown).first().waitFor();

      const { items } = await talk.server.as(talk.owner).call(listModelKeys);
      const fallbackModel = nameOwnModel(items[0]?.id ?? "", other);
      const { id } = await talk.createAgent(model, { fallbackModel });
      const answers = async (question: string, replies: Reply[], text: string) => {
        const soFar = provider.requests.length;
        provider.script(...replies, say(format, [text]));
        await ask(id, question);
        await page.getByText(text, { exact: true }).first().waitFor();
        return provider.requests
          .slice(soFar)
          .map(({ path, body }) => `${path} ${body.model}`.includes(other));
      };

      const down = refuse(503);
      expect(await answers("How long is the guarantee?", [down], "Five years.")).toEqual([false, false]);

      const soon = refuse(429, { "retry-after": "1" });
      expect(await answers("And for the wheels?", [soon], "Six years.")).toEqual([false, false]);
      expect(await page.getByText("did in its place").count()).toBe(0);

      // Nobody waits that long: the other model answers at once.
      const late = refuse(429, { "retry-after": "60" });
      expect(await answers("And for the brakes?", [late], "Seven years.")).toEqual([false, true]);
      await page.getByText("did in its place").waitFor();
      await page.getByText("The model is busy at the moment", { exact: false }).waitFor();

      const asked = await answers("And for the lamp?", [down, down, down], "Eight years.");
      expect(asked).toEqual([false, false, false, true]);
      await page.getByText("did in its place").waitFor();

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
  },
);

/** Asks the draft in its playground, in a conversation of its own. */
async function ask(agentId: string, question: string): Promise<void> {
  await page.goto(`${area}/cp/${agentId}/overview`);
  const field = page.getByRole("textbox", { name: /^Question to/ });
  await field.fill(question);
  await field.press("Enter");
}
