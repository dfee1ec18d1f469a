import type { Variable, VariableType } from "../../../../shared/domain/workflows/graph.ts";
import { readOperator, tryInOrder } from "../conditions.ts";
import type { ForeignNode } from "../foreign.ts";
import { asNumber, asObject, asObjects, asText } from "../json.ts";
import type { Json } from "../json.ts";
import { chooseSkill, keepAsNote, leaveOut } from "../mapping.ts";
import type { MapContext, Mapped } from "../mapping.ts";
import { describeModel, readFields } from "../modelWords.ts";
import { toName } from "../names.ts";
import { toExpression } from "../texts.ts";
import { createFlowiseTexts } from "./flowiseTexts.ts";

type Fill = (html: unknown) => string;

/** Makes steps of a node of Flowise, of the second generation of agent flows and of what came before. */
export function mapFlowise(node: ForeignNode, context: MapContext): Mapped {
  const { type, data } = node;
  const inputs = asObject(data.inputs);
  const fill = createFlowiseTexts(context);
  const saveAs = context.variableOf(node.id);
  switch (type) {
    case "startAgentflow":
      return readStart(inputs, context);
    case "seqStart":
      return { steps: [], isStart: true, trigger: anyMessage };
    case "llmAgentflow":
    case "agentAgentflow": {
      const prefix = type === "llmAgentflow" ? ("llm" as const) : ("agent" as const);
      return answerAtEnd(readModel(inputs, { fill, saveAs, prefix }), { node, context });
    }
    case "conditionAgentflow":
      return readConditions(inputs, { fill, title: node.title });
    case "conditionAgentAgentflow":
      return readIntents(inputs, fill);
    case "humanInputAgentflow":
      return {
        steps: [
          {
            kind: "approval",
            config: {
              text: fill(inputs.humanInputDescription) || node.title,
              memberIds: [],
              byAnother: false,
              hours: 72,
            },
          },
        ],
        wayOf: (out) => ({ step: 0, outlet: out === "1" ? "declined" : "approved" }),
        changed: "A member decides, not the visitor.",
      };
    case "loopAgentflow":
    case "seqLoop":
      return { steps: [] };
    case "directReplyAgentflow":
      return { steps: [{ kind: "say", config: { text: fill(inputs.directReplyMessage), buttons: [] } }] };
    case "retrieverAgentflow":
      return {
        steps: [
          {
            kind: "search",
            config: { question: fill(inputs.retrieverQuery) || "{{message.text}}", limit: 5, saveAs },
          },
        ],
        changed: "It searches this agent's sources. Add the document store to them.",
      };
    case "toolAgentflow":
      return chooseSkill(
        `the tool ${asText(inputs.toolAgentflowSelectedTool) || asText(inputs.selectedTool)}`,
        saveAs,
        readToolInputs(inputs, fill),
      );
    case "httpAgentflow":
      return chooseSkill(`${asText(inputs.method) || "GET"} ${fill(inputs.url).slice(0, 200)}`, saveAs);
    case "executeFlowAgentflow":
      return {
        steps: [{ kind: "workflow", config: { workflowId: "", inputs: {}, saveAs } }],
        changed: "Import the other flow too, and choose it in this step.",
      };
    case "iterationAgentflow":
      return {
        steps: [
          {
            kind: "loop",
            config: { list: pathOf(fill(inputs.iterationInput)), item: `${saveAs.slice(0, 50)}_item` },
          },
        ],
        wayOf: (out) => ({ step: 0, outlet: out === "each" ? "each" : "done" }),
      };
    case "customFunctionAgentflow":
    case "customFunction":
    case "seqCustomFunction":
    case "customTool":
      return keepAsNote(
        asText(inputs.customFunctionJavascriptFunction) ||
          asText(inputs.javascriptFunction) ||
          asText(inputs.customToolFunc),
        "JavaScript code",
      );
    case "seqEnd":
      return { steps: [{ kind: "end", config: { expression: "" } }] };
    case "seqLLMNode":
    case "seqAgent":
    case "worker":
    case "supervisor":
      return answerAtEnd(readOlderModel(node, { fill, saveAs }), { node, context });
    case "seqConditionAgent":
    case "seqCondition":
      return readOlderCondition(node, context);
    case "seqToolNode":
      return chooseSkill("its tool", saveAs);
    case "seqExecuteFlow":
      return {
        steps: [{ kind: "workflow", config: { workflowId: "", inputs: {}, saveAs } }],
        changed: "Import the other flow too, and choose it in this step.",
      };
    case "stickyNote":
    case "stickyNoteAgentflow":
      return { ...leaveOut("Canvas notes aren’t steps."), isPart: true };
    default:
      return readPart(node, { fill, saveAs });
  }
}

/** What the last node of a chat's flow gives is what the visitor reads there. */
function answerAtEnd(mapped: Mapped, { node, context }: { node: ForeignNode; context: MapContext }): Mapped {
  const { flow, variableOf } = context;
  const isEnd = (id: string) => flow.nodes.find((one) => one.id === id)?.type === "seqEnd";
  const isLast = flow.edges.filter(({ from }) => from === node.id).every(({ to }) => isEnd(to));
  const isForm = flow.nodes.some(({ data }) => asText(asObject(data.inputs).startInputType) === "formInput");
  if (!isLast || isForm) return mapped;
  const say = {
    kind: "say" as const,
    name: "Answer",
    config: { text: `{{${variableOf(node.id)}}}`, buttons: [] },
  };
  return { ...mapped, steps: [...mapped.steps, say] };
}

const anyMessage = { kind: "message" as const, match: "any" as const, phrases: [] };

interface Given {
  fill: Fill;
  saveAs: string;
}

const variableTypes: Record<string, VariableType> = { number: "number", boolean: "yes_no" };

function readStart(inputs: Json, { variableNamed }: MapContext): Mapped {
  const state = asObjects(inputs.startState).map(({ key, value }): Variable => ({
    name: variableNamed(`state.${asText(key)}`),
    type: "text",
    description: "",
    value: asText(value) ? JSON.stringify(asText(value).slice(0, 10_000)) : null,
    isInput: false,
  }));
  if (asText(inputs.startInputType) !== "formInput")
    return { steps: [], isStart: true, variables: state, trigger: anyMessage };
  const variables = asObjects(inputs.formInputTypes).map(({ name, type, label }): Variable => ({
    name: variableNamed(`form.${asText(name)}`),
    type: variableTypes[asText(type)] ?? "text",
    description: asText(label).slice(0, 500),
    value: null,
    isInput: true,
  }));
  return {
    ...{ steps: [], isStart: true, variables: [...state, ...variables], trigger: { kind: "manual" } },
    changed: "The fields of its form are the workflow's inputs.",
  };
}

function readModel(inputs: Json, { fill, saveAs, prefix }: Given & { prefix: "llm" | "agent" }): Mapped {
  const messages = asObjects(inputs[`${prefix}Messages`]);
  const say = (isSystem: boolean) =>
    messages
      .filter(({ role }) => ["system", "developer"].includes(asText(role)) === isSystem)
      .map(({ content }) => fill(content))
      .filter(Boolean)
      .join("\n\n")
      .slice(0, 8000);
  const prompt = [say(false), fill(inputs[`${prefix}UserMessage`])]
    .filter(Boolean)
    .join("\n\n")
    .slice(0, 8000);
  const output = asObjects(inputs[`${prefix}StructuredOutput`]);
  const properties = Object.fromEntries(
    output.map(({ key, type, description, enumValues }) => [
      asText(key),
      {
        type: asText(type),
        description,
        enum: asText(enumValues)
          .split(",")
          .map((one) => one.trim())
          .filter(Boolean),
      },
    ]),
  );
  const tools = asObjects(inputs[`${prefix}Tools`]).length;
  const model =
    asText(asObject(inputs[`${prefix}ModelConfig`]).modelName) || asText(inputs[`${prefix}Model`]);
  return {
    steps: [
      {
        kind: "model",
        config: {
          instructions: say(true),
          prompt: prompt || "{{message.text}}",
          fields: readFields(properties),
          saveAs,
        },
      },
      ...readState(inputs[`${prefix}UpdateState`], { fill, saveAs }),
    ],
    changed: `${describeModel(model)}${tools > 0 ? ` It uses none of its ${tools} tools in this step.` : ""}`,
  };
}

function readState(updates: unknown, { fill }: Given) {
  const values = asObjects(updates).flatMap(({ key, value }) => {
    const name = toName(asText(key));
    return name ? [{ name, expression: toExpression(fill(value)) }] : [];
  });
  return values.length > 0
    ? [{ kind: "set" as const, config: { values: values.slice(0, 30) }, name: "Update state" }]
    : [];
}

function readConditions(inputs: Json, { fill, title }: { fill: Fill; title: string }): Mapped {
  const conditions = asObjects(inputs.conditions);
  const lost: string[] = [];
  const tried = conditions.map((one, at) => {
    const name = asText(one.operation);
    const operator = readOperator(name);
    if (!operator) lost.push(name);
    const rules = operator ? [{ value: fill(one.value1), operator, to: fill(one.value2) }] : [];
    return {
      way: String(at),
      name: conditions.length > 1 ? `${title} ${at + 1}` : title,
      match: "all" as const,
      groups: [{ match: "all" as const, rules }],
    };
  });
  if (tried.length === 0) return leaveOut("It has no conditions.", "0");
  const said =
    lost.length > 0 ? { changed: `These comparisons were dropped: ${[...new Set(lost)].join(", ")}.` } : {};
  return { ...tryInOrder(tried, String(conditions.length)), ...said };
}

function readIntents(inputs: Json, fill: Fill): Mapped {
  const scenarios = asObjects(inputs.conditionAgentScenarios).slice(0, 30);
  const intents = scenarios.map(({ scenario }, at) => {
    const label = fill(scenario);
    return {
      id: `way${at + 1}`,
      label: label.slice(0, 80) || `Scenario ${at + 1}`,
      examples: label ? [label.slice(0, 300)] : [],
    };
  });
  return {
    steps: [
      { kind: "intent", config: { text: fill(inputs.conditionAgentInput) || "{{message.text}}", intents } },
    ],
    wayOf: (out) => ({ step: 0, outlet: Number(out) < intents.length ? `way${Number(out) + 1}` : "else" }),
    changed: "Each scenario is an intent with its words as the example. Add more examples.",
  };
}

function readToolInputs(inputs: Json, fill: Fill): Record<string, string> {
  return Object.fromEntries(
    asObjects(inputs.toolInputArgs)
      .slice(0, 50)
      .flatMap(({ inputArgName, inputArgValue }) => {
        const name = toName(asText(inputArgName));
        return name ? [[name, fill(inputArgValue).slice(0, 4000)]] : [];
      }),
  );
}

function readOlderModel({ data, title }: ForeignNode, { fill, saveAs }: Given): Mapped {
  const inputs = asObject(data.inputs);
  const instructions =
    fill(inputs.systemMessagePrompt) || fill(inputs.workerPrompt) || fill(inputs.supervisorPrompt);
  return {
    steps: [
      {
        kind: "model",
        name: asText(inputs.llmNodeName) || asText(inputs.agentName) || title,
        config: {
          instructions,
          prompt: fill(inputs.humanMessagePrompt) || "{{message.text}}",
          fields: [],
          saveAs,
        },
      },
    ],
    changed: "The agent's own model answers, without memory or tools.",
  };
}

/** Its conditions are code or prompts; the nodes that follow are told apart by their names. */
function readOlderCondition(node: ForeignNode, { flow }: MapContext): Mapped {
  const targets = flow.edges.filter(({ from }) => from === node.id);
  const outs = [...new Set(targets.map(({ out }) => out))].slice(0, 30);
  const titleOf = (id: string | undefined) => flow.nodes.find((one) => one.id === id)?.title ?? "";
  const intents = outs.map((out, at) => {
    const label = titleOf(targets.find((edge) => edge.out === out)?.to) || `Way ${at + 1}`;
    return { id: `way${at + 1}`, label: label.slice(0, 80), examples: [] };
  });
  return {
    steps: [{ kind: "intent", config: { text: "{{message.text}}", intents } }],
    wayOf: (out) => {
      const at = outs.indexOf(out);
      return at < 0 ? null : { step: 0, outlet: `way${at + 1}` };
    },
    changed: "Its code was dropped. Add examples for each branch.",
  };
}

/** A chain asks the model; what hangs on it hands it a model, a memory or documents. */
function readPart({ type, data, title }: ForeignNode, { fill, saveAs }: Given): Mapped {
  const inputs = asObject(data.inputs);
  const category = asText(data.category);
  if (category === "Chains" || category === "Agents" || category === "Engine") {
    const hasKnowledge = /retriev|QA|contextChat|query/i.test(type);
    const instructions = fill(inputs.systemMessagePrompt) || fill(inputs.systemMessage);
    const search = {
      kind: "search" as const,
      name: `Search for ${title}`.slice(0, 200),
      config: {
        question: "{{message.text}}",
        limit: asNumber(inputs.topK) ?? 5,
        saveAs: `${saveAs}_found`.slice(0, 64),
      },
    };
    return {
      steps: [
        ...(hasKnowledge ? [search] : []),
        {
          kind: "model",
          config: {
            instructions,
            prompt: hasKnowledge ? `{{message.text}}\n\n{{${search.config.saveAs}}}` : "{{message.text}}",
            fields: [],
            saveAs,
          },
        },
        { kind: "say", name: "Answer", config: { text: `{{${saveAs}}}`, buttons: [] } },
      ],
      trigger: anyMessage,
      wayOf: () => null,
      changed: hasKnowledge
        ? "It searches this agent's sources, and the agent's own model answers."
        : "The agent's own model answers.",
    };
  }
  const whyOf: Record<string, string> = {
    "Chat Models": "The agent's own model answers.",
    LLMs: "The agent's own model answers.",
    Memory: "Conversations are remembered anyway.",
    Embeddings: "The agent's sources have their own search.",
    "Vector Stores": "Add its documents to the agent's sources.",
    "Document Loaders": "Add its documents to the agent's sources.",
    Retrievers: "Add its documents to the agent's sources.",
    "Text Splitters": "The agent's sources are split by themselves.",
    Tools: "Add it as an action or an MCP server.",
    Prompts: "Add its text to the model’s step.",
    "Output Parsers": "Add the fields to the model's step.",
    Moderation: "Set it under Configuration, Guardrails.",
  };
  return {
    ...leaveOut(whyOf[category] ?? `There is no step for the node “${type.slice(0, 60)}”.`),
    isPart: category in whyOf,
  };
}

function pathOf(text: string): string {
  const [, path] = /^\s*\{\{\s*([\w.]+)\s*\}\}\s*$/.exec(text) ?? [];
  return path ?? "";
}
