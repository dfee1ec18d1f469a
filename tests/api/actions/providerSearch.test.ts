import { beforeAll, describe, expect, it } from "vitest";
import { publishAgent } from "../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { getReceipt } from "../../../shared/contract/conversations/threads/threads.ts";
import { createSkill, testSkill } from "../../../shared/contract/skills/skills.ts";
import type { SearchConfig, SkillDraft } from "../../../shared/contract/skills/skills.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import { stores } from "../../kit/database/stores.ts";
import { callTools, say as answerWith } from "../../kit/models/modelProvider.ts";
import { findOnWeb, googleRedirect } from "../../kit/models/webSearch.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";

describe.each(stores())("the web search of the model's provider on $name", (store) => {
  let talk: TalkingServer;
  const team = () => talk.server.as(talk.owner);
  beforeAll(async () => {
    const models = { openaiApiKey: "key-1", anthropicApiKey: "key-2", googleApiKey: "key-3" };
    talk = await startTalkingServer(store, { models });
  });

  const config: SearchConfig = {
    ...{ kind: "search", engines: [{ engine: "provider" }], results: 2, sites: ["tea.test"] },
  };
  const query = { description: "", options: [], validations: { required: true }, from: null };
  const skill: SkillDraft = {
    ...{ name: "search_web", title: "Search the web", description: "Searches the web.", examples: [] },
    ...{ enabled: true, risk: "read", verifiedOnly: false, oncePerConversation: false, answer: "" },
    ...{ inputs: [{ ...query, id: "query", type: "text", label: "Query" }], timeoutSeconds: 20, config },
  };
  const pages = [
    { url: "https://www.tea.test/green", title: "Green tea", says: "Green tea is steamed." },
    { url: "https://coffee.test/", title: "Coffee", says: "Coffee is roasted." },
    { url: "https://tea.test/black", title: "Black tea", says: "Black tea is oxidized." },
  ];
  const attempt = async (agent: Agent, engines: SearchConfig["engines"] = config.engines) => {
    const tried = { ...skill, config: { ...config, engines } };
    const data = { skill: tried, inputs: { query: "tea" }, mode: "real" as const };
    return (await team().call(testSkill, { params: { productId: agent.id }, body: { data } })).data;
  };

  it.each([
    ["responses", "gpt-4o"],
    ["anthropic", "claude-4.5-sonnet"],
    ["google", "gemini-2.5-pro"],
  ] as const)("finds pages by %s, with what each says, on the chosen sites alone", async (format, model) => {
    const agent = await talk.createAgent(model);
    const provider = await talk.useProvider();
    provider.script(findOnWeb(format, pages));
    const tried = await attempt(agent);
    expect(tried.error).toBeNull();
    const isGoogle = format === "google";
    expect(JSON.parse(tried.picked ?? "")).toEqual([
      {
        title: isGoogle ? "www.tea.test" : "Green tea",
        url: isGoogle ? `${googleRedirect}0` : "https://www.tea.test/green",
        content: "Green tea is steamed.",
      },
      {
        title: isGoogle ? "tea.test" : "Black tea",
        url: isGoogle ? `${googleRedirect}2` : "https://tea.test/black",
        content: "Black tea is oxidized.",
      },
    ]);
    const asked = JSON.stringify(provider.requests.map(({ body }) => body));
    expect(asked).toContain("tea.test");
    expect(asked).toContain("Search the web for what you are given");
  });

  it("says why it can't search, and lets the next engine try", async () => {
    const builtin = await talk.createAgent(builtinModel);
    const cannot =
      "Your model's provider: The built-in model can't search the web. Choose a model of OpenAI, Google or Anthropic, or another search engine.";
    expect((await attempt(builtin)).error).toBe(cannot);
    expect((await attempt(builtin, [{ engine: "provider" }, { engine: "brave" }])).error).toBe(
      `${cannot} Brave Search: The key is missing. Enter it in the action.`,
    );
    const other = await talk.createAgent("deepseek-chat");
    expect((await attempt(other)).error).toMatch(/ can't search the web\. Choose a model of OpenAI/);
    const agent = await talk.createAgent("gpt-4o");
    const provider = await talk.useProvider();
    provider.script((response) => response.writeHead(401).end("{}"));
    expect((await attempt(agent)).error).toMatch(/^Your model's provider: /);
  });

  it("is cited like other web pages, and its cost is in the receipt", async () => {
    const agent = await talk.createAgent("gpt-4o");
    const params = { productId: agent.id };
    await team().call(createSkill, { params, body: { data: skill } });
    await team().call(publishAgent, { params });
    const provider = await talk.useProvider();
    const link = "Tea is [steamed](https://www.tea.test/green), not [brewed](https://evil.test/).";
    provider.script(
      callTools("responses", [{ name: "search_web", input: '{"query":"How is green tea made?"}' }]),
      findOnWeb("responses", pages),
      answerWith("responses", [link]),
    );
    const visitor = await talk.openVisitor(agent);
    const { text, end, threadId } = await listen(say(talk.server, visitor, { content: "Tea?" }));
    // What the search found may be linked, and nothing else.
    expect(text).toContain("[steamed](https://www.tea.test/green)");
    expect(text).not.toContain("evil.test");
    const receiptOf = { ...params, threadId, messageId: end?.id ?? "" };
    const { data: receipt } = await team().call(getReceipt, { params: receiptOf });
    expect(receipt.steps).toMatchObject([{ tool: "search_web", outcome: "done" }]);
    const { tokensIn, tokensOut } = receipt;
    expect(tokensIn).toBeGreaterThan(300);
    expect(tokensOut).toBeGreaterThan(50);
  });
});
