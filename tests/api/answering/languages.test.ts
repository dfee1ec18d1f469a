import { describe, expect, it } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { createDataSource, getDataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import { askedPages, type AskedPages } from "../../kit/knowledge/askedPages.ts";
import { stores } from "../../kit/database/stores.ts";
import {
  listen,
  say,
  startTalkingServer,
  type TalkingServer,
} from "../../kit/conversations/threads/talks.ts";

describe.each(stores())("the built-in model on $name", (store) => {
  it.each(askedPages)("finds, quotes or declines in $language", async ({ pages, questions, others }) => {
    const talk = await startTalkingServer(store);
    const agent = await talk.createAgent("pilothouse-builtin");
    await addPages(talk, agent, pages);
    const ask = async (content: string) => {
      const visitor = await talk.openVisitor(agent);
      const { end, text } = await listen(say(talk.server, visitor, { content }));
      return { cited: end?.citations[0]?.title, isQuoted: text.includes("> ") };
    };
    const found: [question: string, title: string | undefined][] = [];
    let quoted = 0;
    for (const [question] of questions) {
      const { cited, isQuoted } = await ask(question);
      found.push([question, cited]);
      if (isQuoted) quoted++;
    }
    // Where it is not sure it names the page without quoting it.
    expect(found).toEqual(questions);
    expect(quoted / questions.length).toBeGreaterThan(0.6);
    for (const question of others)
      expect([question, await ask(question)]).toMatchObject([question, { isQuoted: false }]);
  });
});

async function addPages(talk: TalkingServer, agent: Agent, pages: AskedPages["pages"]): Promise<void> {
  const client = talk.server.as(talk.owner);
  const params = { productId: agent.id };
  const ids: string[] = [];
  for (const [title, text] of pages) {
    const body = { data: { config: { kind: "text" as const, title, text } } };
    ids.push((await client.call(createDataSource, { params, body })).data.id);
  }
  for (const datasourceId of ids) {
    const read = () => client.call(getDataSource, { params: { ...params, datasourceId } });
    await expect.poll(async () => (await read()).data.status, { interval: 20 }).toBe("ready");
  }
}
