import { vi } from "vitest";
import { getAgent, updateAgent } from "../../../shared/contract/agents/agents.ts";
import type { Agent, AgentConfiguration } from "../../../shared/contract/agents/agents.ts";
import { createTestCase, getRun, startRun } from "../../../shared/contract/evaluation/evaluation.ts";
import type { NewTestCase } from "../../../shared/contract/evaluation/testCase.ts";
import { createDataSource, getDataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import type { SourceAudience } from "../../../shared/domain/sourceAudience.ts";
import { listen, say } from "../conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../conversations/threads/talks.ts";

/** What every shop of these tests knows. */
const returns = "You can return a lamp within 60 days. Returns are free of charge.";
const gift = "Gift cards are valid for five years. A gift card can be used in every shop.";

type Params = { productId: string };

/** What evaluation is tried with at a server: agents that know something, test cases and runs of the owner's. */
export function evaluateAt(talk: TalkingServer) {
  const as = () => talk.server.as(talk.owner);

  async function makeShop(model = "pilothouse-builtin"): Promise<{ agent: Agent; params: Params }> {
    const agent = await talk.createAgent(model);
    const params = { productId: agent.id };
    await addText(params, { title: "Returns", text: returns });
    await addText(params, { title: "Gift cards", text: gift });
    return { agent, params };
  }

  async function addText(
    params: Params,
    { title, text, audience = "everyone" }: { title: string; text: string; audience?: SourceAudience },
  ): Promise<void> {
    const body = { data: { name: title, audience, config: { kind: "text" as const, title, text } } };
    const { data } = await as().call(createDataSource, { params, body });
    const at = { ...params, datasourceId: data.id };
    await vi.waitUntil(async () => (await as().call(getDataSource, { params: at })).data.status === "ready");
  }

  async function addCase(params: Params, given: Partial<NewTestCase> & { question: string }) {
    const body = { data: { kind: "answer" as const, ...given } };
    return (await as().call(createTestCase, { params, body })).data;
  }

  async function change(params: Params, edit: (configuration: AgentConfiguration) => AgentConfiguration) {
    const { data } = await as().call(getAgent, { params });
    const body = { data: { revision: data.revision, configuration: edit(data.configuration) } };
    await as().call(updateAgent, { params, body });
  }

  async function finish(
    params: Params,
    wanted: { kind: "tests" | "replay"; version?: number; model?: string; caseIds?: string[] },
  ) {
    const { data } = await as().call(startRun, { params, body: { data: wanted } });
    return settled(params, data.id);
  }

  async function settled(params: Params, runId: string) {
    const read = async () => (await as().call(getRun, { params: { ...params, runId } })).data;
    await vi.waitUntil(async () => (await read()).endedAt !== null);
    return read();
  }

  const tell = (visitor: TestVisitor, content: string, threadId?: string) =>
    listen(say(talk.server, visitor, { content, ...(threadId && { threadId }) }));

  async function readAnswer(runId: string, position: number): Promise<string | null> {
    const row = await talk.server.store.db
      .selectFrom("evaluationResults")
      .select("answer")
      .where("runId", "=", runId)
      .where("position", "=", position)
      .executeTakeFirstOrThrow();
    return row.answer;
  }

  async function countRows(
    table: "threads" | "creditUse" | "testCases" | "evaluationRuns" | "evaluationResults",
    agentId: string,
  ): Promise<number> {
    const rows = await talk.server.store.db
      .selectFrom(table)
      .select("agentId")
      .where("agentId", "=", agentId)
      .execute();
    return rows.length;
  }

  return { as, makeShop, addText, addCase, change, finish, settled, tell, readAnswer, countRows };
}
