import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import type { Action } from "../../shared/domain/access.ts";
import { CannotStart } from "../database/cannotStart.ts";
import { nameFile, readAgentYaml, toContent, writeAgentYaml } from "./agentYaml.ts";
import type { AgentCode } from "./agentYaml.ts";
import { applyDifferences, makeAgent } from "./apply.ts";
import { compareAgent, describePlan, exportWhole, hashPlan, listAll } from "./plans.ts";
import type { Compared } from "./plans.ts";
import { describeRun, hasFailures, isRunning, readTests, startTests } from "./runs.ts";
import type { Target } from "./target.ts";

/** What a tool says: text for a model, and data for a program. */
export interface ToolAnswer {
  text: string;
  data: Record<string, unknown>;
}

export interface ConsoleTool {
  title: string;
  description: string;
  needs: readonly Action[];
  input: v.GenericSchema<unknown, Record<string, unknown>>;
  risk: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean };
  /** What a person has to approve before it runs, in words; null where there is nothing to do. */
  approval?(target: Target, input: unknown): Promise<string | null>;
  run(target: Target, input: unknown, signal: AbortSignal): Promise<ToolAnswer>;
}

const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
const agentId = v.pipe(
  v.string(),
  v.regex(/^\w{1,64}$/),
  v.description("The agent's ID, as in list_agents."),
);
const none = v.object({});
const one = v.object({ agent_id: agentId });
const file = {
  yaml: v.pipe(v.string(), v.minLength(1), v.description("The agent as YAML, as pull_agent gives it.")),
  agent_id: v.optional(v.pipe(agentId, v.description("The agent to change. Leave it out for a new agent."))),
  prune: v.optional(v.pipe(v.boolean(), v.description("Deletes what the file lacks.")), false),
};
const planned = v.object(file);
const applied = v.object({
  ...file,
  plan: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/), v.description("The plan that plan_agent gave.")),
});
const tested = v.object({
  agent_id: agentId,
  run_id: v.optional(v.pipe(v.string(), v.maxLength(64), v.description("Continues to wait for this run."))),
});

/** What apply_agent changes, for members who approve and programs that ask. */
const effect = "Sources change immediately. The rest changes the draft.";
/** How long a call waits for a test run. */
const waitForMs = 45_000;
const lookEveryMs = 500;

/** The tools of the console as an MCP server: the verbs of agents as code. */
export const consoleTools: Record<string, ConsoleTool> = {
  list_agents: {
    title: "List agents",
    description: "Lists the organization's agents with their IDs.",
    needs: ["agents.read"],
    input: none,
    risk: reads,
    async run(target) {
      const agents = await listAll(target);
      const lines = agents.map(({ id, name }) => `${id} ${name}`);
      return { text: lines.join("\n") || "There are no agents.", data: { agents } };
    },
  },
  pull_agent: {
    title: "Pull an agent",
    description: "Gives an agent's draft as YAML, without secrets: settings, look, sources, skills, tests.",
    needs: ["agents.read"],
    input: one,
    risk: reads,
    async run(target, input) {
      const content = toContent(await exportWhole(target, v.parse(one, input).agent_id));
      const yaml = writeAgentYaml({ id: nameFile(content.agent.name, new Set()), content });
      return { text: yaml, data: { yaml } };
    },
  },
  plan_agent: {
    title: "Plan a change",
    description: "Says what apply_agent would change, and gives the plan that it asks for.",
    needs: ["agents.read"],
    input: planned,
    risk: reads,
    async run(target, input) {
      const { compared, prune } = await readPlan(target, v.parse(planned, input));
      const { text, code } = describePlan([compared], prune);
      return { text, data: { plan: hashPlan([compared], prune), has_changes: code === 2 } };
    },
  },
  apply_agent: {
    title: "Apply a plan",
    description: `Changes the agent as planned. ${effect} Members publish the draft in the console.`,
    needs: ["agents.update"],
    input: applied,
    risk: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    async approval(target, input) {
      const { text, code } = await readChecked(target, input);
      return code === 0 ? null : `${text}\n${effect}`;
    },
    async run(target, input) {
      const { compared, prune, text, code } = await readChecked(target, input);
      if (code === 0) return { text, data: { agent_id: compared.agentId, by_hand: [] } };
      const { found } = compared;
      if (compared.agentId === null) {
        const made = await makeAgent(target, compared.code);
        return { text: `${text}\nCreated ${made}.`, data: { agent_id: made, by_hand: [] } };
      }
      const left = await applyDifferences(target, { agentId: compared.agentId, found, prunes: prune });
      const lines = [text, ...left, `Applied. ${effect} Members publish the draft in the console.`];
      return { text: lines.join("\n"), data: { agent_id: compared.agentId, by_hand: left } };
    },
  },
  test_agent: {
    title: "Test an agent",
    description: "Runs an agent's test cases against its draft. Answers cost credits.",
    needs: ["evaluation.update", "evaluation.read"],
    input: tested,
    risk: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
    async run(target, input, signal) {
      const { agent_id: productId, run_id: runId } = v.parse(tested, input);
      let run = await (runId === undefined
        ? startTests(target, productId)
        : readTests(target, { productId, runId }));
      for (let waitedMs = 0; isRunning(run) && waitedMs < waitForMs; waitedMs += lookEveryMs) {
        await sleep(lookEveryMs, undefined, { signal });
        run = await readTests(target, { productId, runId: run.id });
      }
      const data = { run_id: run.id, state: run.state, passed: run.counts.passed, failed: run.counts.failed };
      if (isRunning(run)) return { text: `Still running. Call again with run_id ${run.id}.`, data };
      return { text: `${describeRun(run)}${hasFailures(run) ? ". Not passed." : ""}`, data };
    },
  },
};

interface Planned {
  compared: Compared;
  prune: boolean;
}

async function readPlan(target: Target, given: v.InferOutput<typeof planned>): Promise<Planned> {
  const code = readAgentYaml(given.yaml, "The file");
  if (given.agent_id === undefined) await refuseNamesake(target, code);
  return { compared: await compareAgent(target, code, given.agent_id ?? null), prune: given.prune };
}

/** A plan of a new agent that is applied again would create another one. */
async function refuseNamesake(target: Target, { content }: AgentCode): Promise<void> {
  const { name } = content.agent;
  const found = (await listAll(target)).find((one) => one.name === name);
  if (found)
    throw new CannotStart(
      `There is an agent "${name}" already. Pass its agent_id, ${found.id}, to change it. For another agent, change the name.`,
    );
}

/** Throws where the agent, or the file, is another one than was planned. */
async function readChecked(
  target: Target,
  input: unknown,
): Promise<Planned & ReturnType<typeof describePlan>> {
  const given = v.parse(applied, input);
  const { compared, prune } = await readPlan(target, given);
  if (hashPlan([compared], prune) !== given.plan)
    throw new CannotStart("The plan is out of date: the agent or the file has changed. Plan again.");
  return { compared, prune, ...describePlan([compared], prune) };
}
