import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { publishAgent } from "../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { createSkill } from "../../../shared/contract/skills/skills.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import { addConnection, readingSkill } from "../../kit/actions/connectedAgent.ts";
import { json, startOAuthService } from "../../kit/actions/oauthService.ts";
import type { OAuthService, ServiceReply } from "../../kit/actions/oauthService.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";
import { callTools, say as answerWith } from "../../kit/models/modelProvider.ts";

const question = "What is the state of our ticket?";
const page = "<!doctype html><html><body><h1>Down for maintenance</h1></body></html>";
const large = JSON.stringify({ state: "x".repeat(10_000_000) });

const replies: [string, ServiceReply, RegExp][] = [
  ["10 MB", { type: "application/json", body: large }, /larger than allowed/],
  ["a web page", { type: "text/html; charset=utf-8", body: "<h1>Down for maintenance</h1>" }, /web page/],
  ["a web page that says it is JSON", { type: "application/json", body: `\n${page}` }, /web page/],
  ["a web page with an error", { status: 502, type: "text/html", body: page }, /answered with 502/],
];

describe.each(stores())("a connected service on $name that answers with", (store) => {
  let service: OAuthService;
  let talk: TalkingServer;
  beforeAll(async () => {
    service = await startOAuthService();
    talk = await startTalkingServer(store, {
      egressAllow: ["127.0.0.0/8"],
      integrations: { github: service.override },
    });
  });
  beforeEach(() => {
    service.reset();
    service.accessTokens.add("ghp_good");
  });
  afterAll(() => service.stop());

  /** An agent that reads a ticket by its team's connection. */
  async function createReading(model?: string): Promise<Agent> {
    const agent = await talk.createAgent(model);
    const params = { productId: agent.id };
    const client = talk.server.as(talk.owner);
    service.answer = () => json({ login: "ada" });
    const team = { server: talk.server, client, productId: agent.id };
    await addConnection(team, { provider: "github", name: "GitHub", key: "ghp_good" });
    const skill = readingSkill("GitHub", "https://api.github.com/repos/a/b/issues/7");
    const data = { ...skill, examples: [question], answer: "It is {{state}}." };
    await client.call(createSkill, { params, body: { data } });
    return (await client.call(publishAgent, { params })).data;
  }

  it.each(replies)("%s: the visitor sees a plain error, and can continue", async (_, reply) => {
    const agent = await createReading(builtinModel);
    const visitor = await talk.openVisitor(agent);
    service.answer = () => reply;
    const failed = await listen(say(talk.server, visitor, { content: question }));
    expect(failed.text).toBe("That did not work. Please check the details or try again later.");
    service.answer = () => json({ state: "open" });
    const { threadId } = failed;
    const again = await listen(say(talk.server, visitor, { content: question, threadId }));
    expect(again.text).toBe("It is open.");
  });

  it.each(replies)("%s: the language model is told why it failed", async (_, reply, why) => {
    const agent = await createReading();
    const provider = await talk.useProvider();
    const read = callTools("chat", [{ name: "read_calendar", input: "{}" }]);
    provider.script(read, answerWith("chat", ["I can't reach it now."]));
    const visitor = await talk.openVisitor(agent);
    service.answer = () => reply;
    const failed = await listen(say(talk.server, visitor, { content: question }));
    expect(failed.text).toBe("I can't reach it now.");
    const told = JSON.stringify(provider.requests.at(-1)?.body);
    expect(told).toContain("It failed. ");
    expect(told).toMatch(why);
    service.answer = () => json({ state: "open" });
    provider.script(read, answerWith("chat", ["It is open."]));
    const { threadId } = failed;
    const again = await listen(say(talk.server, visitor, { content: question, threadId }));
    expect(again.text).toBe("It is open.");
    expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain('{\\"state\\":\\"open\\"}');
  });
});
