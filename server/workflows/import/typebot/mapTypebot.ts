import type { FieldType } from "../../../../shared/domain/forms.ts";
import type { Variable } from "../../../../shared/domain/workflows/graph.ts";
import type { StepConfigs } from "../../../../shared/domain/workflows/steps.ts";
import { readOperator, tryInOrder } from "../conditions.ts";
import type { ForeignNode } from "../foreign.ts";
import { asList, asNumber, asObject, asObjects, asText } from "../json.ts";
import type { Json } from "../json.ts";
import { chooseSkill, keepAsNote, leaveOut } from "../mapping.ts";
import type { MapContext, Mapped, StepDraft } from "../mapping.ts";
import { describeModel } from "../modelWords.ts";
import { toExpression } from "../texts.ts";
import { createTypebotTexts } from "./typebotTexts.ts";
import type { TypebotTexts } from "./typebotTexts.ts";

const inputTypes: Record<string, FieldType> = {
  "text input": "text",
  "number input": "number",
  "email input": "email",
  "url input": "text",
  "date input": "date",
  "time input": "time",
  "phone number input": "phone",
  "rating input": "rating",
};

/** Makes steps of a block of Typebot. */
export function mapTypebot(node: ForeignNode, context: MapContext): Mapped {
  const { type, data } = node;
  const texts = createTypebotTexts(context.flow.variables ?? [], context.variableNamed);
  const options = asObject(data.options);
  const content = asObject(data.content);
  const name = type.toLowerCase();
  const saveAs = texts.nameOf(options.variableId) || context.variableOf(node.id);
  const field = inputTypes[name];
  if (field) return readInput(field, { options, texts, saveAs });
  switch (name) {
    case "start":
      return {
        steps: [],
        isStart: true,
        trigger: { kind: "message", match: "first", phrases: [] },
        variables: listVariables(context),
      };
    case "text": {
      const text = texts.richText(content);
      return text ? { steps: [{ kind: "say", config: { text, buttons: [] } }] } : leaveOut("It has no text.");
    }
    case "image":
    case "video":
    case "audio":
    case "embed":
      return readMedia(name, { content, texts });
    case "choice input":
    case "buttons input":
    case "picture choice input":
    case "cards input":
      return readChoice(data, { options, texts, saveAs });
    case "file input":
      return {
        steps: [
          {
            kind: "form",
            config: {
              text: "",
              fields: [
                {
                  id: "file",
                  type: "file",
                  label: "File",
                  description: "",
                  options: [],
                  validations: { required: options.isRequired !== false },
                },
              ],
              saveAs,
            },
          },
        ],
        changed: "The file is sent by a form.",
      };
    case "payment input":
      return leaveOut("Payments are not supported in conversations.");
    case "condition":
      return readCondition(data, { texts, title: node.title });
    case "set variable":
      return readSet(options, { texts });
    case "redirect":
      return {
        steps: [{ kind: "say", config: { text: texts.fill(options.url), buttons: [] } }],
        changed: "The address is shown as text. Visitors aren’t redirected.",
      };
    case "code":
    case "script":
      return keepAsNote(asText(options.content), "JavaScript code");
    case "typebot link":
    case "linked typebot":
      return {
        steps: [{ kind: "workflow", config: { workflowId: "", inputs: {}, saveAs } }],
        changed: "Import the other typebot too, and choose it in this step.",
      };
    case "wait":
      return readWait(options, texts);
    case "ab test":
      return {
        ...leaveOut("All visitors take the first branch."),
        passBy: asText(asObjects(data.items)[0]?.id),
      };
    case "jump":
    case "return":
      return { steps: [] };
    case "webhook":
    case "http request":
      return chooseSkill(
        `${asText(asObject(options.webhook).method) || "GET"} ${asText(asObject(options.webhook).url).slice(0, 200)}`,
        saveAs,
      );
    case "email":
      return readEmail(options, texts);
    case "openai":
    case "anthropic":
    case "mistral":
    case "groq":
    case "together-ai":
    case "open-router":
    case "deepseek":
    case "perplexity":
    case "dify-ai":
    case "chat-node":
      return readModel(options, { texts, saveAs });
    case "google analytics":
    case "pixel":
    case "chatwoot":
    case "segment":
    case "posthog":
      return leaveOut("What visitors do is counted under Insights.");
    default:
      return chooseSkill(type.slice(0, 80), saveAs);
  }
}

interface Given {
  options: Json;
  texts: TypebotTexts;
  saveAs: string;
}

function listVariables({ flow, variableNamed }: MapContext): Variable[] {
  return (flow.variables ?? []).map(({ name, value }) => ({
    name: variableNamed(name),
    type: "text",
    description: "",
    value: value ? JSON.stringify(value.slice(0, 10_000)) : null,
    isInput: false,
  }));
}

function ask(
  saveAs: string,
  part: { text: string; type: FieldType; options?: string[]; isRequired?: boolean },
): StepDraft {
  const { text, type, options = [], isRequired = true } = part;
  const config: StepConfigs["ask"] = {
    text,
    field: {
      id: saveAs,
      type,
      label: "Answer",
      description: "",
      options,
      validations: { required: isRequired },
    },
    retries: 3,
    again: "",
  };
  return { kind: "ask", config };
}

function readInput(type: FieldType, { options, texts, saveAs }: Given): Mapped {
  const labels = asObject(options.labels);
  const text = texts.fill(labels.placeholder) || "…";
  const isLong = type === "text" && options.isLong === true;
  const step = ask(saveAs, { text, type: isLong ? "longText" : type });
  if (step.kind === "ask") step.config.again = texts.fill(options.retryMessageContent);
  return {
    steps: [step],
    ...(text === "…" && { changed: "The question is in the message before it. Move its text here." }),
  };
}

function readMedia(kind: string, { content, texts }: { content: Json; texts: TypebotTexts }): Mapped {
  const url = texts.fill(content.url);
  if (!url) return leaveOut("It has no address.");
  return { steps: [{ kind: "say", config: { text: url, buttons: [] } }], changed: `The ${kind} is a link.` };
}

function readChoice(data: Json, { options, texts, saveAs }: Given): Mapped {
  const items = asObjects(data.items).slice(0, 30);
  const words = items.map(
    ({ content, title, value }) => texts.fill(content) || texts.fill(title) || texts.fill(value),
  );
  const shown = words.map((word, at) => (word || `Choice ${at + 1}`).slice(0, 80));
  if (shown.length === 0) return leaveOut("It has no choices.");
  const isSeveral = options.isMultipleChoice === true;
  const question = ask(saveAs, {
    text: "…",
    type: isSeveral ? "several" : "choice",
    options: [...new Set(shown)],
  });
  const changed = "The question is in the message before it. Move its text here.";
  if (isSeveral || items.every(({ outgoingEdgeId }) => !asText(outgoingEdgeId)))
    return { steps: [question], changed };
  const cases = shown.map((label, at) => ({ id: `way${at + 1}`, label, equals: label }));
  return {
    steps: [question, { kind: "switch", name: "By answer", config: { value: `{{${saveAs}}}`, cases } }],
    wayOf: (out) => {
      const at = items.findIndex(({ id }, index) => (asText(id) || String(index)) === out);
      return { step: 1, outlet: at < 0 ? "else" : `way${at + 1}` };
    },
    changed,
  };
}

function readCondition(data: Json, { texts, title }: { texts: TypebotTexts; title: string }): Mapped {
  const lost: string[] = [];
  const items = asObjects(data.items);
  if (items.length === 0) return leaveOut("It has no rules.", "");
  const tried = items.map((item, at) => {
    const content = asObject(item.content);
    const rules = asObjects(content.comparisons)
      .slice(0, 20)
      .flatMap((one) => {
        const name = asText(one.comparisonOperator) || "Equal to";
        const operator = readOperator(name);
        if (!operator) lost.push(name);
        const variable = texts.nameOf(one.variableId);
        return operator
          ? [{ value: variable && `{{${variable}}}`, operator, to: texts.fill(one.value) }]
          : [];
      });
    const match = asText(content.logicalOperator) === "OR" ? ("any" as const) : ("all" as const);
    return {
      way: asText(item.id) || String(at),
      name: items.length > 1 ? `${title} ${at + 1}` : title,
      match: "all" as const,
      groups: [{ match, rules }],
    };
  });
  const said =
    lost.length > 0 ? { changed: `These comparisons were dropped: ${[...new Set(lost)].join(", ")}.` } : {};
  return { ...tryInOrder(tried, ""), ...said };
}

function readSet(options: Json, { texts }: { texts: TypebotTexts }): Mapped {
  const name = texts.nameOf(options.variableId);
  if (!name) return leaveOut("It has no variable.");
  const kind = asText(options.type);
  const written = asText(options.expressionToEvaluate);
  const isCode = options.isCode === true || /[;=()]|=>/.test(written.replace(/\{\{[^{}]*\}\}/g, ""));
  const known: Record<string, string> = {
    Now: "run.startedAt",
    Today: "run.startedAt",
    "Contact name": "contact.name",
    "Phone number": "contact.phone",
    Empty: "`null`",
    "User ID": "contact.id",
  };
  const special = kind && kind !== "Custom" ? known[kind] : undefined;
  if (special) return { steps: [{ kind: "set", config: { values: [{ name, expression: special }] } }] };
  if (kind && kind !== "Custom")
    return leaveOut(`There is no value like “${kind.slice(0, 60)}”. Use JMESPath.`);
  if (isCode) return keepAsNote(written, `JavaScript that sets ${name}`);
  return {
    steps: [{ kind: "set", config: { values: [{ name, expression: toExpression(texts.fill(written)) }] } }],
  };
}

function readWait(options: Json, texts: TypebotTexts): Mapped {
  const seconds = asNumber(texts.fill(options.secondsToWaitFor)) ?? 1;
  const config = {
    until: "time" as const,
    seconds: Math.min(60 * 86_400, Math.max(1, Math.round(seconds))),
    date: "",
    event: "message.received" as const,
  };
  return { steps: [{ kind: "wait", config }] };
}

function readEmail(options: Json, texts: TypebotTexts): Mapped {
  const to = texts.fill(asList(options.recipients)[0]);
  return {
    steps: [
      {
        kind: "email",
        config: {
          to: to.slice(0, 500),
          subject: texts.fill(options.subject).slice(0, 500),
          text: texts.fill(options.body),
        },
      },
    ],
    changed: "It is sent by this installation's mail server, to the first recipient.",
  };
}

function readModel(options: Json, { texts, saveAs: usual }: Omit<Given, "options">): Mapped {
  const messages = asObjects(options.messages);
  const say = (isSystem: boolean) =>
    messages
      .filter(({ role }) => (asText(role) === "system") === isSystem)
      .map(({ content }) => texts.fill(content))
      .filter(Boolean)
      .join("\n\n")
      .slice(0, 8000);
  const [mapping] = asObjects(options.responseMapping);
  const saveAs = texts.nameOf(mapping?.variableId) || usual;
  return {
    steps: [
      {
        kind: "model",
        config: { instructions: say(true), prompt: say(false) || "{{message.text}}", fields: [], saveAs },
      },
    ],
    changed: describeModel(asText(options.model)),
  };
}
