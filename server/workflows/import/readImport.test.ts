import { expect, it } from "vitest";
import type { ImportedWorkflow } from "../../../shared/contract/workflows/imports.ts";
import { findProblems } from "../../../shared/domain/workflows/findProblems.ts";
import { ImportProblem } from "./ImportProblem.ts";
import { readImport } from "./readImport.ts";

const dify = `
app: {name: Order desk, mode: advanced-chat}
kind: app
workflow:
  graph:
    nodes:
      - {id: "1", data: {type: start, title: Start, variables: [{variable: order, label: Order, type: text-input}]}}
      - {id: "2", data: {type: llm, title: Translate, model: {name: big-model}, prompt_template: [{role: system, text: "Be short."}, {role: user, text: "{{#sys.query#}} about {{#1.order#}}"}]}}
      - {id: "3", data: {type: if-else, title: Has text, cases: [{case_id: "true", logical_operator: and, conditions: [{comparison_operator: not empty, variable_selector: ["2", text], value: ""}]}]}}
      - {id: "4", data: {type: code, title: Sum, code_language: python3, code: "def main(): return {}"}}
      - {id: "5", data: {type: answer, title: Reply, answer: "It says {{#2.text#}}"}}
    edges:
      - {source: "1", sourceHandle: source, target: "2"}
      - {source: "2", sourceHandle: source, target: "3"}
      - {source: "3", sourceHandle: "true", target: "5"}
      - {source: "3", sourceHandle: "false", target: "4"}
`;

const flowise = JSON.stringify({
  nodes: [
    {
      id: "s",
      type: "agentFlow",
      data: {
        name: "startAgentflow",
        label: "Start",
        inputParams: [],
        inputs: { startInputType: "chatInput" },
      },
    },
    {
      id: "c",
      data: {
        name: "conditionAgentAgentflow",
        label: "Route",
        inputs: {
          conditionAgentScenarios: [{ scenario: "Refund" }, { scenario: "Other" }],
          conditionAgentInput: "<p>{{ question }}</p>",
        },
      },
    },
    {
      id: "h",
      data: {
        name: "humanInputAgentflow",
        label: "Check",
        inputs: { humanInputDescription: "<p>Go on?</p>" },
      },
    },
    { id: "l", data: { name: "loopAgentflow", label: "Again", inputs: { loopBackToNode: "c-Route" } } },
    {
      id: "r",
      data: {
        name: "directReplyAgentflow",
        label: "Reply",
        inputs: { directReplyMessage: "<p>Done &amp; dusted</p>" },
      },
    },
  ],
  edges: [
    { source: "s", sourceHandle: "s-output-startAgentflow", target: "c" },
    { source: "c", sourceHandle: "c-output-0", target: "h" },
    { source: "c", sourceHandle: "c-output-1", target: "r" },
    { source: "h", sourceHandle: "h-output-0", target: "r" },
    { source: "h", sourceHandle: "h-output-1", target: "l" },
  ],
});

const n8n = JSON.stringify({
  name: "Alerts",
  nodes: [
    { name: "Hook", type: "n8n-nodes-base.webhook", parameters: {} },
    {
      name: "Fields",
      type: "n8n-nodes-base.set",
      parameters: { assignments: { assignments: [{ name: "title", value: "={{ $json.body.title }}" }] } },
    },
    {
      name: "Mail",
      type: "n8n-nodes-base.emailSend",
      parameters: {
        toEmail: "ops@example.com",
        subject: "=Alert {{ $json.title }}",
        text: "={{ $now.toISO() }}",
      },
    },
    { name: "Chat", type: "n8n-nodes-base.slack", parameters: { operation: "post" } },
    { name: "End", type: "n8n-nodes-base.noOp", parameters: {} },
  ],
  connections: {
    Hook: { main: [[{ node: "Fields" }]] },
    Fields: { main: [[{ node: "Mail" }, { node: "Chat" }]] },
    Mail: { main: [[{ node: "End" }]] },
  },
});

const typebot = JSON.stringify({
  version: "6",
  name: "Welcome",
  events: [{ id: "e", type: "start", outgoingEdgeId: "e1" }],
  groups: [
    {
      id: "g1",
      title: "Hello",
      blocks: [
        {
          id: "b1",
          type: "text",
          content: { richText: [{ type: "p", children: [{ text: "Hello " }, { text: "{{First name}}" }] }] },
        },
        {
          id: "b2",
          type: "choice input",
          options: { variableId: "v2" },
          items: [
            { id: "i1", content: "Buy", outgoingEdgeId: "e2" },
            { id: "i2", content: "Leave" },
          ],
        },
      ],
    },
    {
      id: "g2",
      title: "Shop",
      blocks: [
        {
          id: "b3",
          type: "email input",
          options: { variableId: "v1", labels: { placeholder: "Your e-mail" } },
        },
        { id: "b4", type: "payment input" },
      ],
    },
  ],
  edges: [
    { id: "e1", from: { eventId: "e" }, to: { groupId: "g1" } },
    { id: "e2", from: { blockId: "b2", itemId: "i1" }, to: { groupId: "g2" } },
  ],
  variables: [
    { id: "v1", name: "First name" },
    { id: "v2", name: "Wish" },
  ],
});

/** `Translate/next>Has_text` with the steps' kinds. */
function print({ graph }: ImportedWorkflow): string[] {
  const nameOf = (id: string) => graph.steps.find((step) => step.id === id)?.kind ?? id;
  return graph.edges.map(({ from, outlet, to }) => `${nameOf(from)}.${outlet} > ${nameOf(to)}`);
}

it("takes a Dify flow with its variables, and keeps code as a note", () => {
  const read = readImport(dify);
  expect(read).toMatchObject({ format: "dify", name: "Order desk", trigger: { kind: "message" } });
  expect(print(read)).toEqual([
    "start.next > model",
    "model.next > condition",
    "condition.yes > say",
    "condition.no > note",
  ]);
  const [model, , , say] = read.graph.steps;
  expect(model?.config).toMatchObject({
    instructions: "Be short.",
    prompt: "{{message.text}} about {{order}}",
    saveAs: "Translate",
  });
  expect(say?.config).toMatchObject({ text: "It says {{Translate}}" });
  expect(read.graph.variables).toMatchObject([{ name: "order", isInput: true }]);
  expect(read.report.taken.map(({ name }) => name)).toEqual(["Start", "Has text", "Reply"]);
  expect(read.report.changed).toMatchObject([
    { name: "Translate", why: "The agent's own model answers instead of big-model." },
  ]);
  expect(read.report.leftOut).toMatchObject([{ name: "Sum", type: "code" }]);
  expect(findProblems(read.graph).filter(({ blocks }) => blocks)).toEqual([]);
});

it("takes a Flowise flow, whose loop leads back to its node", () => {
  const read = readImport(flowise);
  expect(print(read)).toEqual([
    ...["start.next > intent", "intent.way1 > approval", "intent.way2 > say"],
    ...["approval.approved > say", "approval.declined > intent"],
  ]);
  expect(read.graph.steps.find(({ kind }) => kind === "say")?.config).toMatchObject({
    text: "Done & dusted",
  });
});

it("takes an n8n workflow, with a Parallel step where two nodes follow one", () => {
  const read = readImport(n8n);
  expect(read.trigger).toMatchObject({ kind: "webhook" });
  expect(print(read)).toEqual([
    "start.next > set",
    "set.next > parallel",
    "parallel.way1 > email",
    "parallel.way2 > skill",
  ]);
  expect(read.graph.steps[0]?.config).toEqual({
    values: [{ name: "title", expression: "trigger.body.title" }],
  });
  expect(read.graph.steps[1]?.config).toMatchObject({ to: "ops@example.com", subject: "Alert {{title}}" });
  expect(read.report.changed.find(({ name }) => name === "Mail")?.why).toMatch(
    /These expressions were dropped: \$now\.toISO\(\)/,
  );
});

it("takes a Typebot with its groups, and names the block that it loses", () => {
  const read = readImport(typebot);
  expect(print(read)).toEqual([
    "ask.next > switch",
    "start.next > say",
    "say.next > ask",
    "switch.way1 > ask",
  ]);
  expect(read.graph.steps[0]?.config).toEqual({ text: "Hello {{First_name}}", buttons: [] });
  expect(read.report.leftOut).toMatchObject([
    { type: "payment input", why: "Payments are not supported in conversations." },
  ]);
});

it.each([
  ["nothing", ""],
  ["words", "Hello there"],
  ["a list", "[]"],
  ["broken JSON", '{"nodes": ['],
  [
    "anchors that stand for too much",
    `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]`,
  ],
  ["something else", '{"openapi": "3.1.0"}'],
  ["no nodes", '{"nodes": [], "connections": {}}'],
  [
    "too many nodes",
    JSON.stringify({
      nodes: Array.from({ length: 2001 }, (_, at) => ({ name: String(at), type: "x" })),
      connections: {},
    }),
  ],
  [
    "too many steps",
    JSON.stringify({
      nodes: Array.from({ length: 201 }, (_, at) => ({ name: String(at), type: "n8n-nodes-base.wait" })),
      connections: {},
    }),
  ],
])("refuses %s in words", (_, text) => {
  expect(() => readImport(text)).toThrow(ImportProblem);
});

it.each([
  [
    "values of other types",
    {
      nodes: [
        { name: 5, type: null, parameters: "x" },
        null,
        "y",
        { name: "a", type: "n8n-nodes-base.if", parameters: { conditions: [1] } },
      ],
      connections: { a: { main: [[{ node: "a" }], null, "z"] } },
    },
  ],
  [
    "names of objects' own fields",
    {
      nodes: [
        {
          name: "__proto__",
          type: "n8n-nodes-base.set",
          parameters: { values: { string: [{ name: "constructor", value: "x" }] } },
        },
      ],
      connections: {},
    },
  ],
  [
    "circles",
    {
      nodes: [
        { name: "a", type: "n8n-nodes-base.noOp" },
        { name: "b", type: "n8n-nodes-base.noOp" },
      ],
      connections: { a: { main: [[{ node: "b" }]] }, b: { main: [[{ node: "a" }]] } },
    },
  ],
  [
    "a very long text",
    {
      nodes: [
        {
          name: "x".repeat(5000),
          type: "n8n-nodes-base.emailSend",
          parameters: { text: "y".repeat(50_000) },
        },
      ],
      connections: {},
    },
  ],
])("reads %s without harm", (_, file) => {
  const read = readImport(JSON.stringify(file));
  expect(read.graph.steps.length).toBeLessThanOrEqual(3);
});
