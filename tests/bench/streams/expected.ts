import type { Recording } from "./recordings.ts";

/** What a recording says by its own words, read without the code that is tried here. */
export interface Expected {
  text: string;
  /** Null where it asks for a tool of OpenAI's own kind, such as a shell, which nobody here offers. */
  calls: Call[] | null;
}

interface Call {
  name: string;
  /** What it wrote, where that is no JSON. */
  input: unknown;
}

/** Reads a recorded stream, or a whole answer. */
export function readExpected({ format, lines }: Recording): Expected {
  const events = lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as Json];
    } catch {
      return [];
    }
  });
  return readers[format](events);
}

/** Any JSON, looked into without asking. */
interface Json {
  [key: string]: Json | undefined;
}

const readers: Record<Recording["format"], (events: Json[]) => Expected> = {
  chat(events) {
    let text = "";
    const calls: WrittenCall[] = [];
    for (const event of events) {
      const [choice] = list(event["choices"]);
      const said = choice?.["delta"] ?? choice?.["message"];
      text += readContent(said?.["content"]) + string(said?.["refusal"]);
      for (const piece of list(said?.["tool_calls"])) addCall(calls, piece);
    }
    return { text, calls: calls.map(readInput) };
  },
  responses(events) {
    let text = "";
    const calls: Call[] = [];
    let hasOwnTools = false;
    for (const event of events) {
      if (is(event, "response.output_text.delta") || is(event, "response.refusal.delta"))
        text += string(event["delta"]);
      const item = is(event, "response.output_item.done") ? event["item"] : undefined;
      if (!item) continue;
      const name = string(item["name"]);
      if (is(item, "function_call"))
        calls.push(...unwrap(readInput({ name, input: string(item["arguments"]) })));
      if (is(item, "custom_tool_call")) calls.push({ name, input: string(item["input"]) });
      hasOwnTools ||= ownTools.test(string(item["type"]));
    }
    return { text, calls: hasOwnTools ? null : calls };
  },
  anthropic(events) {
    let text = "";
    const calls = new Map<string, { name: string; input: string; given: unknown }>();
    for (const event of events) {
      const [index, block, delta] = [String(event["index"]), event["content_block"], event["delta"]];
      // What code on the provider's side asks for stands in the message from the beginning.
      for (const [at, given] of list(event["message"]?.["content"]).entries()) {
        if (is(given, "tool_use")) {
          calls.set(`given ${at}`, { name: string(given["name"]), input: "", given: given["input"] });
        }
      }
      if (block && is(block, "text")) text += string(block["text"]);
      if (block && is(block, "tool_use")) {
        calls.set(index, { name: string(block["name"]), input: "", given: block["input"] });
      }
      if (delta && is(delta, "text_delta")) text += string(delta["text"]);
      const call = calls.get(index);
      if (call && delta && is(delta, "input_json_delta")) call.input += string(delta["partial_json"]);
    }
    return {
      text,
      calls: [...calls.values()].map(({ name, input, given }) =>
        input === "" ? { name, input: given ?? {} } : readInput({ name, input }),
      ),
    };
  },
  google(events) {
    let text = "";
    const calls: Call[] = [];
    let open: { name: string; input: Json } | null = null;
    for (const part of events.flatMap((event) =>
      list(list(event["candidates"])[0]?.["content"]?.["parts"]),
    )) {
      if (typeof part["text"] === "string" && !part["thought"]) text += string(part["text"]);
      const call = part["functionCall"];
      if (!call) continue;
      if (call["name"] && !call["willContinue"]) {
        calls.push({ name: string(call["name"]), input: call["args"] ?? {} });
        continue;
      }
      if (call["name"]) open = { name: string(call["name"]), input: {} };
      for (const piece of list(call["partialArgs"])) if (open) addPiece(open.input, piece);
      if (!call["willContinue"] && open) {
        calls.push(open);
        open = null;
      }
    }
    return { text, calls };
  },
};

const ownTools = /^(?:local_shell|shell|apply_patch|computer|tool_search)_call$/;

/** Mistral says it in parts once it has begun to think. */
function readContent(content: unknown): string {
  if (!Array.isArray(content)) return string(content);
  return list(content)
    .map((part) => (is(part, "text") ? string(part["text"]) : ""))
    .join("");
}

interface WrittenCall {
  index: unknown;
  id: string;
  name: string;
  input: string;
}

/** Some send no index and some no id; a name under another id begins another call, also where the index is the same. */
function addCall(calls: WrittenCall[], piece: Json): void {
  const { index } = piece;
  const [id, name] = [string(piece["id"]), string(piece["function"]?.["name"])];
  let call = calls.findLast((one) => index === undefined || one.index === index);
  if (!call || (id !== "" && name !== "" && call.id !== id)) {
    call = { index, id, name, input: "" };
    calls.push(call);
  }
  call.name ||= name;
  call.input += string(piece["function"]?.["arguments"]);
}

/**
 * Google writes an input in pieces, each with the path that it goes to. A piece without a value ends what stands there, or
 * is all that is said of something empty.
 */
function addPiece(input: Json, piece: Json): void {
  const written = string(piece["jsonPath"]);
  const path = written.match(/[^.[\]$]+/g) ?? [];
  const value: unknown = piece["stringValue"] ?? piece["numberValue"] ?? piece["boolValue"];
  let at: Json = input;
  for (const [depth, key] of path.slice(0, -1).entries()) {
    const isList = /^\d+$/.test(path[depth + 1] ?? "");
    at = at[key] ??= (isList ? [] : {}) as Json; // a list is looked into like an object
  }
  const last = path.at(-1) ?? "";
  const before = at[last] as unknown;
  const isEmpty = value === undefined && !("nullValue" in piece);
  if (isEmpty && (before !== undefined || piece["willContinue"])) return;
  const whole = typeof before === "string" && typeof value === "string" ? before + value : (value ?? null);
  at[last] = (isEmpty ? (written.endsWith("[]") ? [] : {}) : whole) as Json; // any JSON
}

/** Several calls may be wrapped in one that nobody offered. */
function unwrap(call: Call): Call[] {
  const uses = call.name === "parallel" ? list((call.input as Json)["tool_uses"]) : []; // any JSON
  if (uses.length === 0) return [call];
  return uses.map((use) => ({
    name: string(use["recipient_name"]).replace(/^functions\./, ""),
    input: use["parameters"] ?? {},
  }));
}

/** Gives a call with its input as it reads; nothing at all stands for no input. */
export function readInput({ name, input }: { name: string; input: string }): Call {
  if (input.trim() === "") return { name, input: {} };
  try {
    return { name, input: JSON.parse(input) as unknown };
  } catch {
    return { name, input };
  }
}

function is(value: Json, type: string): boolean {
  return string(value["type"]) === type;
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? (value as Json[]) : []; // any JSON
}

function string(value: unknown): string {
  return typeof value === "string" ? value : "";
}
