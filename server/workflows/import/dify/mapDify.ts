import type { ConditionGroup } from "../../../../shared/domain/workflows/conditions.ts";
import type { Variable, VariableType } from "../../../../shared/domain/workflows/graph.ts";
import type { ForeignNode } from "../foreign.ts";
import { readOperator, tryInOrder } from "../conditions.ts";
import { asList, asNumber, asObject, asObjects, asText } from "../json.ts";
import type { Json } from "../json.ts";
import { chooseSkill, keepAsNote, leaveOut } from "../mapping.ts";
import type { MapContext, Mapped } from "../mapping.ts";
import { toExpression, withoutTags } from "../texts.ts";
import { describeModel, readFields } from "../modelWords.ts";
import { createDifyTexts } from "./difyTexts.ts";
import type { DifyTexts } from "./difyTexts.ts";

/** Makes steps of a node of Dify. */
export function mapDify(node: ForeignNode, context: MapContext): Mapped {
  const { data, type } = node;
  const texts = createDifyTexts(context);
  const saveAs = context.variableOf(node.id);
  switch (type) {
    case "start":
      return { steps: [], isStart: true, ...readStart(data, context) };
    case "answer":
      return { steps: [{ kind: "say", config: { text: texts.fill(asText(data.answer)), buttons: [] } }] };
    case "llm":
      return readModel(data, { texts, saveAs });
    case "agent":
      return readAgent(data, { texts, saveAs });
    case "parameter-extractor":
      return readExtractor(data, { texts, saveAs });
    case "knowledge-retrieval":
      return {
        steps: [
          {
            kind: "search",
            config: {
              question: texts.select(data.query_variable_selector) || "{{message.text}}",
              limit: readLimit(data),
              saveAs,
            },
          },
        ],
        changed: "It searches this agent's sources. Add the dataset to them.",
      };
    case "if-else":
      return readConditions(data, texts);
    case "question-classifier":
      return readClassifier(data, texts);
    case "template-transform":
      return readTemplate(data, { texts, saveAs });
    case "variable-aggregator":
      return readAggregator(data, { texts, saveAs });
    case "assigner":
    case "variable-assigner":
      return type === "variable-assigner" &&
        data.items === undefined &&
        data.assigned_variable_selector === undefined
        ? readAggregator(data, { texts, saveAs })
        : readAssigner(data, { texts, context });
    case "http-request":
      return chooseSkill(
        `${asText(data.method).toUpperCase() || "the request"} ${asText(data.url).slice(0, 200)}`,
        saveAs,
      );
    case "tool":
      return chooseSkill(
        `the tool ${asText(data.tool_label) || asText(data.tool_name)} of ${asText(data.provider_name)}`,
        saveAs,
      );
    case "iteration":
    case "loop":
      return readLoop(node, texts);
    case "iteration-start":
    case "loop-start":
      return { steps: [] };
    case "loop-end":
      return leaveOut("Loops here end after the last item.");
    case "end":
      return readEnd(data, texts);
    case "human-input":
      return {
        steps: [
          {
            kind: "approval",
            config: {
              text: texts.fill(asText(data.form_content)) || node.title,
              memberIds: [],
              byAnother: false,
              hours: 72,
            },
          },
        ],
        wayOf: (out) => ({ step: 0, outlet: /declin|reject|cancel/i.test(out) ? "declined" : "approved" }),
        changed: "A member approves or declines. Other buttons of the form were dropped.",
      };
    case "code":
      return keepAsNote(asText(data.code), `Code in ${asText(data.code_language) || "another language"}`);
    case "custom-note":
    case "note":
      return { ...leaveOut("Canvas notes aren’t steps."), isPart: true };
    case "document-extractor":
      return leaveOut("Files are not turned into text here.");
    case "list-operator":
      return readListOperator(data, { texts, saveAs });
    default:
      return leaveOut(`There is no step for the node “${type.slice(0, 60)}”.`);
  }
}

interface Given {
  texts: DifyTexts;
  saveAs: string;
}

const types: Record<string, VariableType> = {
  number: "number",
  checkbox: "yes_no",
  "file-list": "list",
  file: "object",
  json_object: "object",
};

function readStart(data: Json, { variableNamed, flow }: MapContext): Pick<Mapped, "variables" | "trigger"> {
  const inputs = asObjects(data.variables).map(({ variable, label, type }): Variable => ({
    name: variableNamed(`start.${asText(variable)}`),
    type: types[asText(type)] ?? "text",
    description: asText(label).slice(0, 500),
    value: null,
    isInput: true,
  }));
  const isChat = flow.nodes.some(({ type }) => type === "answer");
  return {
    variables: inputs,
    trigger: isChat ? { kind: "message", match: "any", phrases: [] } : { kind: "manual" },
  };
}

function readModel(data: Json, { texts, saveAs }: Given): Mapped {
  const prompts = asObjects(data.prompt_template);
  const all = prompts.length > 0 ? prompts : asObjects([data.prompt_template]);
  const say = (role: (name: string) => boolean) =>
    texts.fill(
      all
        .filter((one) => role(asText(one.role)))
        .map((one) => asText(one.text) || asText(one.jinja2_text))
        .filter(Boolean)
        .join("\n\n"),
    );
  const instructions = say((role) => role === "system");
  const prompt = say((role) => role !== "system");
  const fields = readFields(asObject(asObject(asObject(data.structured_output).schema).properties));
  return {
    steps: [
      {
        kind: "model",
        // One that has instructions alone is asked by them.
        config: prompt
          ? { instructions, prompt, fields, saveAs }
          : { instructions: "", prompt: instructions || "{{message.text}}", fields, saveAs },
      },
    ],
    changed: describeModel(asText(asObject(data.model).name)),
  };
}

function readAgent(data: Json, { texts, saveAs }: Given): Mapped {
  const parameters = asObject(data.agent_parameters);
  const valueOf = (name: string) => texts.fill(asText(asObject(parameters[name]).value));
  return {
    steps: [
      {
        kind: "model",
        config: {
          instructions: valueOf("instruction"),
          prompt: valueOf("query") || "{{message.text}}",
          fields: [],
          saveAs,
        },
      },
    ],
    changed: `${describeModel(asText(asObject(asObject(parameters.model).value).model))} It uses no tools in this step.`,
  };
}

function readExtractor(data: Json, { texts, saveAs }: Given): Mapped {
  const properties = Object.fromEntries(
    asObjects(data.parameters).map(({ name, type, description }) => [asText(name), { type, description }]),
  );
  return {
    steps: [
      {
        kind: "model",
        config: {
          instructions: texts.fill(asText(data.instruction)),
          prompt: texts.select(data.query) || "{{message.text}}",
          fields: readFields(properties),
          saveAs,
        },
      },
    ],
    changed: describeModel(asText(asObject(data.model).name)),
  };
}

function readLimit(data: Json): number {
  const wanted = asNumber(asObject(data.multiple_retrieval_config).top_k) ?? 5;
  return Math.min(20, Math.max(1, Math.round(wanted)));
}

function readConditions(data: Json, texts: DifyTexts): Mapped {
  // Older exports have one case, whose way is called true.
  const cases = asObjects(data.cases).length > 0 ? asObjects(data.cases) : [{ ...data, case_id: "true" }];
  const lost: string[] = [];
  const tried = cases.map((one, at) => {
    const match = asText(one.logical_operator) === "or" ? ("any" as const) : ("all" as const);
    const rules = asObjects(one.conditions).flatMap((condition) => {
      const name = asText(condition.comparison_operator);
      const operator = readOperator(name);
      if (!operator) lost.push(name);
      const value = texts.select(condition.variable_selector);
      return operator ? [{ value, operator, to: texts.fill(asText(condition.value)) }] : [];
    });
    const groups: ConditionGroup[] = [{ match, rules }];
    return {
      way: asText(one.case_id) || asText(one.id),
      name: nameOfCase(data, at, cases.length),
      groups,
      match: "all" as const,
    };
  });
  const said =
    lost.length > 0 ? { changed: `These comparisons were dropped: ${[...new Set(lost)].join(", ")}.` } : {};
  return { ...tryInOrder(tried, "false"), ...said, passBy: "false" };
}

function nameOfCase(data: Json, at: number, count: number): string {
  const title = asText(data.title) || "Condition";
  return count > 1 ? `${title} ${at + 1}` : title;
}

function readClassifier(data: Json, texts: DifyTexts): Mapped {
  const classes = asObjects(data.classes).slice(0, 30);
  const intents = classes.map(({ name }, at) => {
    const label = withoutTags(texts.fill(asText(name))).trim();
    return {
      id: `way${at + 1}`,
      label: label.slice(0, 80) || `Class ${at + 1}`,
      examples: label ? [label.slice(0, 300)] : [],
    };
  });
  return {
    steps: [
      {
        kind: "intent",
        config: { text: texts.select(data.query_variable_selector) || "{{message.text}}", intents },
      },
    ],
    wayOf: (out) => {
      const at = classes.findIndex(({ id }) => asText(id) === out);
      return at < 0 ? null : { step: 0, outlet: `way${at + 1}` };
    },
    changed: "Each class is an intent with its name as the example. Add more examples.",
  };
}

function readTemplate(data: Json, { texts, saveAs }: Given): Mapped {
  const template = asText(data.template);
  if (/\{%|\{\{[^{}]*[|(+[]/.test(template)) return keepAsNote(template, "A Jinja template with logic");
  const names = new Map(
    asObjects(data.variables).map((one) => [asText(one.variable), texts.select(one.value_selector)]),
  );
  const text = template.replace(/\{\{\s*(\w+)[\w.]*\s*\}\}/g, (_all, name: string) => names.get(name) ?? "");
  return { steps: [{ kind: "set", config: { values: [{ name: saveAs, expression: toExpression(text) }] } }] };
}

function readAggregator(data: Json, { texts, saveAs }: Given): Mapped {
  const paths = asList(data.variables)
    .map((selector) => texts.path(selector))
    .filter(Boolean);
  if (paths.length === 0) return leaveOut("It has no variables.");
  return { steps: [{ kind: "set", config: { values: [{ name: saveAs, expression: paths.join(" || ") }] } }] };
}

function readAssigner(data: Json, { texts, context }: { texts: DifyTexts; context: MapContext }): Mapped {
  const items = asObjects(data.items);
  const all =
    items.length > 0
      ? items
      : [{ variable_selector: data.assigned_variable_selector, value: data.input_variable_selector }];
  const values = all.flatMap((item) => {
    const [, name = ""] = asList(item.variable_selector).map(asText);
    const expression = Array.isArray(item.value)
      ? texts.path(item.value)
      : toExpression(texts.fill(asText(item.value)));
    return name
      ? [{ name: context.variableNamed(`conversation.${name}`), expression: expression || "`null`" }]
      : [];
  });
  const isPlain = all.every((item) =>
    ["", "over-write", "overwrite", "set"].includes(asText(item.operation) || asText(data.write_mode)),
  );
  return {
    steps: [{ kind: "set", config: { values: values.slice(0, 30) } }],
    changed: `The value is kept for one run, not for the whole conversation.${isPlain ? "" : " It is replaced, not added to."}`,
  };
}

function readLoop({ id, type, data }: ForeignNode, texts: DifyTexts): Mapped {
  const list =
    type === "iteration"
      ? texts.path(data.iterator_selector)
      : `\`[${Array.from({ length: Math.min(100, Math.max(1, asNumber(data.loop_count) ?? 10)) }, (_, at) => at + 1).join(", ")}]\``;
  return {
    steps: [{ kind: "loop", config: { list, item: texts.itemOf(id) } }],
    wayOf: (out) => ({ step: 0, outlet: out === "each" ? "each" : "done" }),
    changed:
      type === "iteration"
        ? "The results of its items are not collected in a list."
        : "It repeats as often as it was allowed to. Its exit condition was dropped.",
  };
}

function readEnd(data: Json, texts: DifyTexts): Mapped {
  const outputs = asObjects(data.outputs).flatMap(({ variable, value_selector: selector }) => {
    const path = texts.path(selector);
    return path ? [`${JSON.stringify(asText(variable) || "result")}: ${path}`] : [];
  });
  return {
    steps: [{ kind: "end", config: { expression: outputs.length > 0 ? `{${outputs.join(", ")}}` : "" } }],
  };
}

function readListOperator(data: Json, { texts, saveAs }: Given): Mapped {
  const path = texts.path(data.variable);
  if (!path) return leaveOut("It has no list.");
  return {
    steps: [{ kind: "set", config: { values: [{ name: saveAs, expression: path }] } }],
    changed: "Its filters and order were dropped. Write them as JMESPath.",
  };
}
