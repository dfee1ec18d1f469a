import type { SkillInput } from "../../../shared/contract/skills/skills.ts";
import type { Variable, VariableType } from "../../../shared/domain/workflows/graph.ts";
import type { FieldType } from "../../../shared/domain/forms.ts";
import type { OtherUse } from "../../actions/skills/deps.ts";
import type { StoredSkill, WorkflowConfig } from "../../actions/skills/stored.ts";
import type { SkillOutcome } from "../../actions/skills/http/sendRequest.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { StartDeps } from "../deps.ts";
import { findPublished, readGraph, readTrigger } from "../find.ts";
import { startRun } from "../running/start.ts";
import { watchRun } from "../running/watch.ts";

const waitsMs = 20_000;

/** What makes workflows skills of their agents. */
export interface WorkflowSkills {
  /** The workflows that an agent may start by itself, under names that are none of these. */
  list(agent: AgentKey, taken: readonly string[]): Promise<StoredSkill[]>;
  /** Starts one, and gives its result, or says that it goes on. */
  execute(use: OtherUse<WorkflowConfig>): Promise<SkillOutcome>;
}

/** Makes workflows that the agent decides on its skills. */
export function createWorkflowSkills(deps: StartDeps): WorkflowSkills {
  const { store } = deps;
  return {
    async list({ organizationId, agentId }, taken) {
      const rows = await store.reader
        .selectFrom("workflows")
        .innerJoin("workflowVersions", (join) =>
          join
            .onRef("workflowVersions.organizationId", "=", "workflows.organizationId")
            .onRef("workflowVersions.workflowId", "=", "workflows.id")
            .onRef("workflowVersions.version", "=", "workflows.version"),
        )
        .select(["workflows.id", "workflows.name as title"])
        .select(["workflowVersions.trigger", "workflowVersions.graph"])
        .where("workflows.organizationId", "=", organizationId)
        .where("workflows.startsBy", "=", "skill")
        .where("workflows.agentId", "=", agentId)
        .orderBy("workflows.id")
        .execute();
      return rows.flatMap(({ id, title, ...row }): StoredSkill[] => {
        const trigger = readTrigger(row);
        if (trigger.kind !== "skill" || taken.includes(trigger.name)) return [];
        const { name, description, examples } = trigger;
        const inputs = readGraph(row)
          .variables.filter(({ isInput }) => isInput)
          .map(toInput);
        return [
          {
            ...{ id, name, title, description, examples, inputs, enabled: true, risk: "read" },
            ...{ verifiedOnly: false, oncePerConversation: false, timeoutSeconds: 30, answer: "" },
            config: { kind: "workflow", workflowId: id },
          },
        ];
      });
    },
    async execute({
      organizationId,
      config: { workflowId },
      inputs,
      threadId,
      contactId,
      answerId,
      idempotencyKey,
      signal,
    }) {
      const published = await findPublished(store.db, { organizationId, workflowId });
      if (!published) return outcome({ error: "This workflow is turned off." });
      const begun = performance.now();
      const watched = watchRun(deps, { signal, withinMs: waitsMs });
      try {
        const run = await store.transaction((tx) =>
          startRun(deps, tx, {
            workflow: { organizationId, id: workflowId, agentId: published.agentId },
            ...{ version: published.version, graph: published.graph, trigger: "skill", input: inputs },
            thread: threadId === undefined ? null : { id: threadId, contactId },
            // An answer that is written again goes on with its run; the next question has a run of its own.
            clientId: answerId === undefined ? null : `${answerId}:${idempotencyKey}`,
          }),
        );
        const settled = await watched.until(run, ({ state }) => state !== "running");
        const ms = Math.round(performance.now() - begun);
        if (settled?.state === "failed")
          return outcome({ error: settled.error ?? "The workflow failed.", ms });
        if (settled?.state !== "done")
          return outcome({ picked: "The workflow has started and continues in this conversation.", ms });
        return outcome({
          picked: settled.result ?? "The workflow is done.",
          data: parse(settled.result),
          ms,
        });
      } catch (error) {
        if (error instanceof AppError) return outcome({ error: error.message });
        throw error;
      } finally {
        watched.end();
      }
    },
  };
}

function outcome(found: Partial<SkillOutcome>): SkillOutcome {
  return { request: null, response: null, picked: null, data: null, error: null, ms: 0, ...found };
}

function parse(result: string | null): unknown {
  return result === null ? null : JSON.parse(result);
}

function toInput({ name, type, description, value }: Variable): SkillInput {
  return {
    ...{ id: name, type: fieldOf[type], label: description || name, description, options: [], from: null },
    validations: { required: value === null },
  };
}

const fieldOf: Record<VariableType, FieldType> = {
  text: "text",
  number: "number",
  yes_no: "yesNo",
  list: "text",
  object: "text",
};
