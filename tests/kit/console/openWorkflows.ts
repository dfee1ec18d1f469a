import type { WorkflowRunDetail } from "../../../shared/contract/workflows/runs.ts";
import type { Workflow, WorkflowDetail } from "../../../shared/contract/workflows/workflows.ts";
import { step, makeGraph } from "../../../shared/domain/workflows/gallery/workflowTemplate.ts";
import type { Replies } from "./fakeApi.ts";
import { openConsole, signedIn } from "./openConsole.tsx";

export const tab = "/accounts/o1/cp/a1/workflows";
export const calls = "/api/workflow/v1.0/o1/workflows";
export const approvals = "/api/workflow/v1.0/o1/workflowapprovals";
export const at = Date.UTC(2026, 10, 1);

const refund: Workflow = {
  ...{
    id: "w1",
    agentId: "a1",
    name: "Refund",
    description: "",
    enabled: true,
    version: 2,
    hasChanges: false,
  },
  trigger: { kind: "message", match: "words", phrases: ["refund"] },
  ...{ revision: 3, steps: 2, paused: null, open: 1, done: 5, failed: 2, lastRunAt: at, nextRunAt: null },
  ...{ savedBy: null, createdAt: at, updatedAt: at },
};
export const detail: WorkflowDetail = {
  ...refund,
  graph: makeGraph(
    [
      step("say", "hello", { name: "Greet", text: "Hello {{contact.name}}" }),
      step("condition", "known", {
        name: "Known?",
        groups: [{ match: "all", rules: [{ value: "{{contact.email}}", operator: "is_not_empty", to: "" }] }],
      }),
      step("say", "bye", { name: "Part", text: "Bye" }),
    ],
    `hello > known
    known.yes > bye`,
  ),
  problems: [],
  hook: null,
};
export const run: WorkflowRunDetail = {
  ...{ id: "r1", workflowId: "w1", workflowName: "Refund", agentId: "a1", version: 2, isTest: false },
  ...{
    trigger: "message",
    state: "failed",
    pausedBecause: null,
    error: "The mail server is away.",
    threadId: null,
  },
  ...{ startedByName: null, retryOf: null, parentRunId: null, steps: 1, createdAt: at, endedAt: at + 1200 },
  ...{ input: "{}", result: null, variables: '{"order":{"total":12}}' },
  timeline: [
    {
      ...{ id: "rs1", stepId: "hello", kind: "say", name: "Greet", state: "failed", attempt: 2, scope: "" },
      ...{
        input: '"Hello Ana"',
        output: null,
        outlet: null,
        error: "The mail server is away.",
        waitsFor: null,
      },
      ...{
        wakeAt: null,
        decidedByName: null,
        mayDecide: false,
        childRunId: null,
        createdAt: at,
        endedAt: at + 900,
      },
    },
  ],
};
export const listOf = <Item>(...items: Item[]) => ({
  items,
  page: { page: 1, limit: 100, total: items.length },
});
export const agent = "/api/console/v1/org/o1/copilotapps/a1";

/** Opens the console on workflows of an agent, one of which is there. */
export function openWorkflows(path = tab, more: Replies = {}) {
  return openConsole(path, {
    ...signedIn(),
    [`GET ${calls}`]: listOf(refund),
    [`GET ${calls}/w1`]: { data: detail },
    [`GET ${calls}/w1/runs`]: listOf(run),
    [`GET ${calls}/w1/runs/r1`]: { data: run },
    [`GET ${approvals}`]: listOf(),
    [`GET ${agent}/skills`]: listOf(),
    [`GET ${agent}/datacollections`]: listOf(),
    [`GET ${agent}/labels`]: { data: [] },
    [`GET ${agent}/assignees`]: { data: { people: [], teams: [] } },
    [`GET ${agent}/integrations`]: listOf(),
    [`GET ${agent}/integrations/events_and_operations`]: { data: [] },
    ...more,
  });
}

/** The lines of a procedure, without their menus. */
export function readProcedure(procedure: HTMLElement): string[] {
  const lines = [...procedure.querySelectorAll("ol:not([aria-label]) > li")];
  return lines.map((line) =>
    ["span", "em", "[data-step]"].map((part) => line.querySelector(part)?.textContent ?? "").join(""),
  );
}
