import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createApiKey } from "../../../shared/contract/accounts/apiKeys.ts";
import { getAgent, updateAgent } from "../../../shared/contract/agents/agents.ts";
import { createTestCase, listTestCases } from "../../../shared/contract/evaluation/evaluation.ts";
import { createDataSource, listDataSources } from "../../../shared/contract/knowledge/knowledge.ts";
import { createWorkflow, getWorkflow } from "../../../shared/contract/workflows/workflows.ts";
import { apply, plan, pull } from "../../../server/ascode/commands.ts";
import { openTarget } from "../../../server/ascode/target.ts";
import { stores } from "../../kit/database/stores.ts";
import { startTestServer } from "../../kit/server.ts";
import { graph, step } from "../../kit/workflows/graphs.ts";

const [store] = stores();
if (!store) throw new Error("There is a store on every machine.");

const scopes = [
  ...["agents.read", "agents.create", "agents.update", "knowledge.read", "knowledge.update"],
  ...[
    "evaluation.read",
    "evaluation.update",
    "skills.read",
    "skills.update",
    "surfaces.read",
    "surfaces.update",
    "workflows.read",
    "workflows.update",
  ],
] as const;

async function install() {
  const server = await startTestServer({ store: store as NonNullable<typeof store> });
  const owner = await server.createOwner();
  const body = { data: { name: "Code", scopes: [...scopes] } };
  const { key } = (await server.as(owner).call(createApiKey, { body })).data;
  const target = openTarget({
    ...{ url: server.origin, apiKey: key, organizationId: owner.organizationId ?? "" },
    fetch: (input, init) => {
      const { pathname, search } = new URL(String(input));
      return server.request(pathname + search, init as RequestInit);
    },
  });
  return { server, owner, target };
}

it("takes an agent from one install to another, where a plan then says nothing, and changes what a file changes", async () => {
  const dir = mkdtempSync(join(tmpdir(), "ascode-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const one = await install();
  const agent = await one.server.createAgent(one.owner);
  const at = { productId: agent.id };
  const team = one.server.as(one.owner);
  await team.call(createDataSource, {
    params: at,
    body: {
      data: { name: "Prices", config: { kind: "text", title: "Prices", text: "A lamp costs twelve euros." } },
    },
  });
  await team.call(createTestCase, {
    params: at,
    body: { data: { question: "What does a lamp cost?", kind: "answer", expected: ["twelve"] } },
  });
  await pull(one.target, ["--dir", dir]);
  expect(await plan(one.target, ["--dir", dir])).toEqual({ text: "Nothing would change.", code: 0 });

  const two = await install();
  expect(await plan(two.target, ["--dir", dir])).toMatchObject({
    code: 2,
    text: expect.stringContaining("a new agent"),
  });
  await apply(two.target, ["--dir", dir]);
  expect(await plan(two.target, ["--dir", dir])).toEqual({ text: "Nothing would change.", code: 0 });

  const [file = ""] = readdirSync(dir).filter((one) => one.endsWith(".agent.yaml"));
  const path = join(dir, file);
  const text = readFileSync(path, "utf8");
  writeFileSync(
    path,
    text.replace("twelve euros", "thirteen euros").replace("What does a lamp cost?", "How much is a lamp?"),
  );
  const planFile = join(dir, "plan.json");
  const planned = await plan(two.target, ["--dir", dir, "--out", planFile]);
  expect(planned.code).toBe(2);
  expect(planned.text).toContain('~ sources "Prices": config');
  expect(planned.text).toContain('+ tests "How much is a lamp?"');
  expect(planned.text).toContain('- tests "What does a lamp cost?" (stays; --prune deletes it)');

  const agents = await two.server.store.db.selectFrom("agents").select("id").execute();
  const there = { productId: agents[0]?.id ?? "" };
  const other = two.server.as(two.owner);
  const { data: before } = await other.call(getAgent, { params: there });
  const configuration = { ...before.configuration, name: "Changed meanwhile" };
  await other.call(updateAgent, {
    params: there,
    body: { data: { revision: before.revision, configuration } },
  });
  await expect(apply(two.target, ["--dir", dir, "--plan", planFile])).rejects.toThrow(/out of date/);

  await apply(two.target, ["--dir", dir, "--prune"]);
  expect(await plan(two.target, ["--dir", dir, "--prune"])).toEqual({
    text: "Nothing would change.",
    code: 0,
  });
  expect((await other.call(getAgent, { params: there })).data.name).toBe(agent.name);
  const cases = await other.call(listTestCases, { params: there });
  expect(cases.items.map(({ question }) => question)).toEqual(["How much is a lamp?"]);
  const sources = await other.call(listDataSources, { params: there });
  expect(JSON.stringify(sources.items.map(({ config }) => config))).toContain("thirteen euros");
});

it("plans and applies workflows, keeps the people their steps name, and holds a plan to its --prune", async () => {
  const dir = mkdtempSync(join(tmpdir(), "ascode-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const { server, owner, target } = await install();
  const agent = await server.createAgent(owner);
  const team = server.as(owner);
  const approve = step("boss", "approval", { text: "Refund?", memberIds: [owner.user?._id ?? ""] });
  const { data: made } = await team.call(createWorkflow, {
    body: { data: { agentId: agent.id, name: "Refunds", graph: graph([approve], ["start > boss"]) } },
  });
  await pull(target, ["--dir", dir]);
  expect(await plan(target, ["--dir", dir])).toEqual({ text: "Nothing would change.", code: 0 });

  const [file = ""] = readdirSync(dir).filter((one) => one.endsWith(".agent.yaml"));
  const path = join(dir, file);
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace("text: Refund?", "text: Refund this order?"));
  const planFile = join(dir, "plan.json");
  const planned = await plan(target, ["--dir", dir, "--out", planFile]);
  expect(planned).toEqual({ text: expect.stringContaining('~ workflows "Refunds": graph'), code: 2 });
  await expect(apply(target, ["--dir", dir, "--plan", planFile, "--prune"])).rejects.toThrow(
    /without --prune/,
  );
  await apply(target, ["--dir", dir, "--plan", planFile]);
  const read = async () => (await team.call(getWorkflow, { params: { workflowId: made.id } })).data;
  expect((await read()).graph.steps[0]?.config).toMatchObject({
    text: "Refund this order?",
    memberIds: [owner.user?._id],
  });

  await team.call(createWorkflow, { body: { data: { agentId: agent.id, name: "Refunds" } } });
  await expect(plan(target, ["--dir", dir])).rejects.toThrow(
    'Two workflows on the server have the name "Refunds". Change one of them',
  );
});
