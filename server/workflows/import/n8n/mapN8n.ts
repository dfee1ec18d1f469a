import type { Trigger } from "../../../../shared/domain/workflows/triggers.ts";
import { readOperator, tryInOrder } from "../conditions.ts";
import type { ForeignNode } from "../foreign.ts";
import { asList, asNumber, asObject, asObjects, asText } from "../json.ts";
import type { Json } from "../json.ts";
import { chooseSkill, keepAsNote, leaveOut } from "../mapping.ts";
import type { MapContext, Mapped, StepDraft } from "../mapping.ts";
import { describeModel, readFields } from "../modelWords.ts";
import { toName } from "../names.ts";
import { toExpression } from "../texts.ts";
import { createN8nTexts } from "./n8nTexts.ts";
import type { N8nTexts } from "./n8nTexts.ts";

/** Makes steps of a node of n8n. */
export function mapN8n(node: ForeignNode, context: MapContext): Mapped {
  const mapped = mapKind(node, context);
  const { disabled } = node.data;
  // What hands a model, a memory or a tool to another node is no step.
  if (isSubNode(node, context))
    return {
      ...leaveOut("It belongs to another node. The agent has its own model, memory and actions."),
      isPart: true,
    };
  return disabled === true && !mapped.isStart ? leaveOut("It was switched off.") : mapped;
}

function isSubNode({ id }: ForeignNode, { flow }: MapContext): boolean {
  const own = flow.edges.filter(({ from }) => from === id);
  return own.length > 0 && own.every(({ out }) => /^ai_/.test(out));
}

function mapKind(node: ForeignNode, context: MapContext): Mapped {
  const kind = node.type.split(".").at(-1) ?? "";
  const parameters = asObject(node.data.parameters);
  const texts = createN8nTexts(node, context);
  const saveAs = context.variableOf(node.id);
  const start = readStart(kind, parameters);
  if (start) return { steps: [], isStart: true, ...start };
  const mapped = mapStep({ kind, parameters, texts, saveAs, node });
  const lost = texts.lost();
  if (lost.length === 0 || mapped.leftOut) return mapped;
  const words = `These expressions were dropped: ${lost.slice(0, 3).join(", ").slice(0, 200)}.`;
  return { ...mapped, changed: [mapped.changed, words].filter(Boolean).join(" ") };
}

interface Given {
  kind: string;
  parameters: Json;
  texts: N8nTexts;
  saveAs: string;
  node: ForeignNode;
}

function mapStep({ kind, parameters, texts, saveAs, node }: Given): Mapped {
  const fill = (name: string) => texts.fill(parameters[name]);
  switch (kind) {
    case "set":
      return readSet(parameters, texts);
    case "if":
    case "filter":
      return readIf(parameters, { texts, title: node.title, isFilter: kind === "filter" });
    case "switch":
      return readSwitch(parameters, { texts, title: node.title });
    case "httpRequest":
      return chooseSkill(
        `${asText(parameters.method) || "GET"} ${asText(parameters.url).replace(/^=/, "").slice(0, 200)}`,
        saveAs,
      );
    case "code":
    case "function":
    case "functionItem":
    case "executeCommand":
      return keepAsNote(
        asText(parameters.jsCode) ||
          asText(parameters.pythonCode) ||
          asText(parameters.functionCode) ||
          asText(parameters.command),
        kind === "executeCommand" ? "A command" : "Code",
      );
    case "wait":
      return readWait(parameters);
    case "merge":
      return {
        steps: [{ kind: "join", config: { mode: "all" } }],
        changed: "It waits for its branches. Their data is not merged.",
      };
    case "splitInBatches":
    case "splitOut":
    case "itemLists":
      return readLoop(kind, { parameters, texts, saveAs });
    case "noOp":
      return { steps: [] };
    case "stopAndError":
    case "respondToWebhook":
      return {
        steps: [
          {
            kind: "end",
            config: {
              expression:
                kind === "stopAndError" ? toExpression(fill("errorMessage")) : pathOf(fill("responseBody")),
            },
          },
        ],
        changed:
          kind === "stopAndError"
            ? "The run ends with the words as its result and counts as done."
            : "The run's result is what the webhook's caller gets with ?wait=1.",
      };
    case "emailSend":
    case "gmail":
    case "sendGrid":
    case "microsoftOutlook":
      return readEmail({ parameters, texts, saveAs, kind });
    case "executeWorkflow":
      return {
        steps: [{ kind: "workflow", config: { workflowId: "", inputs: {}, saveAs } }],
        changed: "Import the other workflow too, and choose it in this step.",
      };
    case "stickyNote":
      return { ...leaveOut("Canvas notes aren’t steps."), isPart: true };
    case "agent":
    case "chainLlm":
    case "openAi":
    case "chainSummarization":
    case "anthropic":
    case "googleGemini":
      return readModel(parameters, { texts, saveAs });
    case "informationExtractor":
      return readExtractor(parameters, { texts, saveAs });
    case "textClassifier":
    case "sentimentAnalysis":
      return readClassifier(kind, { parameters, texts });
    case "chainRetrievalQa":
      return {
        steps: [
          {
            kind: "search",
            config: {
              question: fill("text") || "{{message.text}}",
              limit: 5,
              saveAs: `${saveAs}_found`.slice(0, 64),
            },
          },
          {
            kind: "model",
            name: "Answer from what was found",
            config: {
              instructions: "Answer from the passages only.",
              prompt: `${fill("text") || "{{message.text}}"}\n\n{{${`${saveAs}_found`.slice(0, 64)}}}`,
              fields: [],
              saveAs,
            },
          },
        ],
        changed: "It searches this agent's sources, and the agent's own model answers.",
      };
    case "chat":
      return { steps: [{ kind: "say", config: { text: fill("message"), buttons: [] } }] };
    default:
      if (
        /^(?:lm|memory|embeddings|vectorStore|tool|outputParser|documentDefault|textSplitter|retriever)/.test(
          kind,
        )
      )
        return {
          ...leaveOut("The agent has its own model, memory, sources and actions."),
          isPart: /^(?:lm|memory|embeddings|outputParser|tool)/.test(kind),
        };
      if (
        /^(?:aggregate|sort|limit|removeDuplicates|dateTime|html|markdown|xml|crypto|compareDatasets|summarize|renameKeys|extractFromFile|convertToFile|spreadsheetFile|readWriteFile|moveBinaryData|editImage|compression)/.test(
          kind,
        )
      )
        return leaveOut("This data change is not supported. Use Set variables with JMESPath.");
      return chooseSkill(
        `${node.type.slice(0, 80)}${asText(parameters.operation) ? ` (${asText(parameters.operation).slice(0, 60)})` : ""}`,
        saveAs,
      );
  }
}

function readStart(kind: string, parameters: Json): Pick<Mapped, "trigger" | "changed"> | null {
  const manual: Trigger = { kind: "manual" };
  switch (kind) {
    case "manualTrigger":
    case "start":
      return { trigger: manual };
    case "chatTrigger":
    case "manualChatTrigger":
      return { trigger: { kind: "message", match: "any", phrases: [] } };
    case "webhook":
      return {
        trigger: { kind: "webhook", auth: "none", name: "" },
        changed: "It gets a new address. Set how callers are checked.",
      };
    case "scheduleTrigger":
    case "cron":
    case "interval":
      return readSchedule(parameters);
    case "formTrigger":
      return {
        trigger: { kind: "event", event: "form.sent" },
        changed: "It starts with any form. Add a Form step.",
      };
    case "executeWorkflowTrigger":
      return { trigger: manual, changed: "Other workflows run it with the step “Run a workflow”." };
    default:
      return /trigger$/i.test(kind) || kind === "emailReadImap"
        ? { trigger: manual, changed: `It started by ${kind.slice(0, 60)}. Choose another trigger.` }
        : null;
  }
}

function readSchedule(parameters: Json): Pick<Mapped, "trigger" | "changed"> {
  const [rule = {}] = asObjects(asObject(parameters.rule).interval);
  const field = asText(rule.field);
  const hour = asNumber(rule.triggerAtHour) ?? 9;
  const minute = asNumber(rule.triggerAtMinute) ?? 0;
  const days = asList(rule.triggerAtDay)
    .map(asText)
    .filter((day) => /^[0-6]$/.test(day))
    .join(",");
  const written = asText(rule.expression).trim().split(/\s+/);
  const crons: Record<string, string> = {
    minutes: `*/${Math.min(59, Math.max(1, asNumber(rule.minutesInterval) ?? 5))} * * * *`,
    hours: `${minute} */${Math.min(23, Math.max(1, asNumber(rule.hoursInterval) ?? 1))} * * *`,
    weeks: `${minute} ${hour} * * ${days || "1"}`,
    months: `${minute} ${hour} ${asNumber(rule.triggerAtDayOfMonth) ?? 1} * *`,
    cronExpression: written.length >= 5 ? written.slice(-5).join(" ") : "0 9 * * *",
  };
  const cron = crons[field] ?? `${minute} ${hour} * * *`;
  return {
    trigger: { kind: "schedule", cron, timeZone: "UTC" },
    changed: "Its time zone is UTC. Choose yours.",
  };
}

function readSet(parameters: Json, texts: N8nTexts): Mapped {
  const rows: Json[] = [
    ...asObjects(asObject(parameters.assignments).assignments),
    ...Object.values(asObject(parameters.values)).flatMap(asObjects),
    ...asObjects(asObject(parameters.fields).values).map((row) => ({
      ...row,
      value: row.stringValue ?? row.numberValue ?? row.booleanValue,
    })),
  ];
  const values = rows.flatMap(({ name, value }) => {
    const variable = toName(asText(name));
    return variable ? [{ name: variable, expression: toValue(texts.fill(value), value) }] : [];
  });
  if (values.length === 0) return leaveOut("It sets nothing by name.");
  return { steps: [{ kind: "set", config: { values: values.slice(0, 30) } }] };
}

function toValue(text: string, value: unknown): string {
  return typeof value === "number" || typeof value === "boolean"
    ? `\`${String(value)}\``
    : toExpression(text);
}

function readRules(conditions: Json, texts: N8nTexts) {
  const lost: string[] = [];
  const newer = asObjects(conditions.conditions).map((one) => {
    const { operation, type } = asObject(one.operator);
    return { value: one.leftValue, operation: asText(operation), to: one.rightValue, type: asText(type) };
  });
  const older = Object.entries(conditions)
    .filter(([name]) => ["string", "number", "boolean", "dateTime"].includes(name))
    .flatMap(([type, rows]) =>
      asObjects(rows).map((one) => ({
        value: one.value1,
        operation: asText(one.operation) || "equal",
        to: one.value2,
        type,
      })),
    );
  const rules = [...newer, ...older].slice(0, 20).flatMap(({ value, operation, to }) => {
    const operator = readOperator(operation);
    if (!operator) lost.push(operation);
    return operator ? [{ value: texts.fill(value), operator, to: texts.fill(to) }] : [];
  });
  return { rules, lost };
}

function readIf(
  parameters: Json,
  { texts, title, isFilter }: { texts: N8nTexts; title: string; isFilter: boolean },
): Mapped {
  const conditions = asObject(parameters.conditions);
  const { rules, lost } = readRules(conditions, texts);
  const any = asText(conditions.combinator) === "or" || asText(parameters.combineOperation) === "any";
  const tried = tryInOrder(
    [{ way: "0", name: title, match: "all", groups: [{ match: any ? "any" : "all", rules }] }],
    "1",
  );
  const said = [
    ...(lost.length > 0 ? [`These comparisons were dropped: ${[...new Set(lost)].join(", ")}.`] : []),
    ...(isFilter ? ["It looks at the run, not at each item."] : []),
  ];
  return { ...tried, ...(said.length > 0 && { changed: said.join(" ") }) };
}

function readSwitch(parameters: Json, { texts, title }: { texts: N8nTexts; title: string }): Mapped {
  const rules =
    asObjects(asObject(parameters.rules).values).length > 0
      ? asObjects(asObject(parameters.rules).values)
      : asObjects(asObject(parameters.rules).rules);
  if (rules.length === 0) return leaveOut("It has no rules.", "0");
  const value = texts.fill(parameters.value1);
  const tried = rules.slice(0, 30).map((rule, at) => {
    const newer = readRules(asObject(rule.conditions), texts).rules;
    const older = [
      {
        value,
        operator: readOperator(asText(rule.operation) || "equal") ?? ("equals" as const),
        to: texts.fill(rule.value2),
      },
    ];
    const name = asText(rule.outputKey) || `${title} ${at + 1}`;
    const way = String(asNumber(rule.output) ?? at);
    return {
      way,
      name,
      match: "all" as const,
      groups: [{ match: "all" as const, rules: newer.length > 0 ? newer : older }],
    };
  });
  return tryInOrder(tried, String(rules.length));
}

function readWait(parameters: Json): Mapped {
  const resume = asText(parameters.resume);
  const sizes: Record<string, number> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };
  const amount = asNumber(parameters.amount) ?? 1;
  const seconds = Math.min(
    60 * 86_400,
    Math.max(1, Math.round(amount * (sizes[asText(parameters.unit)] ?? 3600))),
  );
  const isTime = resume === "" || resume === "timeInterval";
  return {
    steps: [
      {
        kind: "wait",
        config: { until: "time", seconds: isTime ? seconds : 3600, date: "", event: "message.received" },
      },
    ],
    ...(!isTime && { changed: "It waited for a call or a date. Choose what it waits for." }),
  };
}

function readLoop(kind: string, { parameters, texts, saveAs }: Omit<Given, "kind" | "node">): Mapped {
  const list =
    pathOf(texts.fill(parameters.fieldToSplitOut)) ||
    toName(asText(parameters.fieldToSplitOut)) ||
    texts.before();
  return {
    steps: [{ kind: "loop", config: { list, item: `${saveAs.slice(0, 50)}_item` } }],
    wayOf: (out) => ({ step: 0, outlet: kind === "splitInBatches" && out === "0" ? "done" : "each" }),
    changed: "Check its list: there, each node runs once for every item.",
  };
}

function readEmail({ parameters, texts, kind }: Omit<Given, "node">): Mapped {
  const fill = (...names: string[]) => names.map((name) => texts.fill(parameters[name])).find(Boolean) ?? "";
  const operation = asText(parameters.operation);
  if (kind !== "emailSend" && operation !== "" && !/send|reply/i.test(operation))
    return chooseSkill(`${kind} (${operation.slice(0, 60)})`, "mail");
  return {
    steps: [
      {
        kind: "email",
        config: {
          to: fill("toEmail", "sendTo", "toRecipients", "to").slice(0, 500),
          subject: fill("subject").slice(0, 500),
          text: fill("text", "message", "html", "bodyContent"),
        },
      },
    ],
    changed: "It is sent by this installation's mail server.",
  };
}

function readModel(parameters: Json, { texts, saveAs }: { texts: N8nTexts; saveAs: string }): Mapped {
  const messages = [
    ...asObjects(asObject(parameters.messages).messageValues),
    ...asObjects(asObject(parameters.messages).values),
    ...asObjects(asObject(parameters.responses).values),
  ];
  const say = (isSystem: boolean) =>
    messages
      .filter((one) => (asText(one.role) === "system" || asText(one.type).includes("System")) === isSystem)
      .map((one) => texts.fill(one.message ?? one.content))
      .filter(Boolean)
      .join("\n\n");
  const options = asObject(parameters.options);
  const instructions = [texts.fill(options.systemMessage), say(true)]
    .filter(Boolean)
    .join("\n\n")
    .slice(0, 8000);
  const prompt = [texts.fill(parameters.text), texts.fill(parameters.prompt), say(false)]
    .filter(Boolean)
    .join("\n\n")
    .slice(0, 8000);
  const step: StepDraft = {
    kind: "model",
    config: { instructions, prompt: prompt || "{{message.text}}", fields: [], saveAs },
  };
  return { steps: [step], changed: `${describeModel("")} It uses no tools in this step.` };
}

function readExtractor(parameters: Json, { texts, saveAs }: { texts: N8nTexts; saveAs: string }): Mapped {
  const attributes = asObjects(asObject(parameters.attributes).attributes);
  const properties = Object.fromEntries(
    attributes.map(({ name, type, description }) => [asText(name), { type, description }]),
  );
  return {
    steps: [
      {
        kind: "model",
        config: {
          instructions: "",
          prompt: texts.fill(parameters.text) || "{{message.text}}",
          fields: readFields(properties),
          saveAs,
        },
      },
    ],
    changed: describeModel(""),
  };
}

function readClassifier(kind: string, { parameters, texts }: { parameters: Json; texts: N8nTexts }): Mapped {
  const categories =
    kind === "sentimentAnalysis"
      ? ["Positive", "Neutral", "Negative"].map((category) => ({ category, description: "" }))
      : asObjects(asObject(parameters.categories).categories);
  const intents = categories.slice(0, 30).map((one, at) => {
    const label = asText(one.category) || `Category ${at + 1}`;
    return {
      id: `way${at + 1}`,
      label: label.slice(0, 80),
      examples: [label, asText(one.description)].filter(Boolean).map((text) => text.slice(0, 300)),
    };
  });
  return {
    steps: [
      { kind: "intent", config: { text: texts.fill(parameters.inputText) || "{{message.text}}", intents } },
    ],
    wayOf: (out) => ({ step: 0, outlet: Number(out) < intents.length ? `way${Number(out) + 1}` : "else" }),
    changed: "Each category is an intent. Add more examples.",
  };
}

function pathOf(text: string): string {
  return /^\s*\{\{\s*([\w.]+)\s*\}\}\s*$/.exec(text)?.[1] ?? "";
}
