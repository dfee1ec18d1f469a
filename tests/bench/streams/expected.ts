import type { Recording } from "./recordings.ts";

/** What a recording says by its own words, read without the code that is tried here. */
export interface Expected {
  text: string;
  calls: { name: string; input: unknown }[];
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
    const calls: { name: string; input: string }[] = [];
    for (const event of events) {
      const [choice] = list(event["choices"]);
      const said = choice?.["delta"] ?? choice?.["message"];
      text += string(said?.["content"]);
      for (const [at, call] of list(said?.["tool_calls"]).entries()) {
        const index = typeof call["index"] === "number" ? Number(call["index"]) : at;
        const known = (calls[index] ??= { name: "", input: "" });
        known.name ||= string(call["function"]?.["name"]);
        known.input += string(call["function"]?.["arguments"]);
      }
    }
    return { text, calls: calls.filter(Boolean).map(readInput) };
  },
  responses(events) {
    let text = "";
    const calls: { name: string; input: string }[] = [];
    for (const event of events) {
      if (is(event, "response.output_text.delta")) text += string(event["delta"]);
      const item = event["item"];
      if (is(event, "response.output_item.done") && item && is(item, "function_call")) {
        calls.push({ name: string(item["name"]), input: string(item["arguments"]) });
      }
    }
    return { text, calls: calls.map(readInput).flatMap(unwrap) };
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
    const calls: Expected["calls"] = [];
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

/** Google writes an input in pieces, each with the path that it goes to. */
function addPiece(input: Json, piece: Json): void {
  const path = string(piece["jsonPath"]).match(/[^.[\]$]+/g) ?? [];
  const value = piece["stringValue"] ?? piece["numberValue"] ?? piece["boolValue"] ?? null;
  let at: Json = input;
  for (const [depth, key] of path.slice(0, -1).entries()) {
    const isList = /^\d+$/.test(path[depth + 1] ?? "");
    at = at[key] ??= (isList ? [] : {}) as Json; // a list is looked into like an object
  }
  const last = path.at(-1) ?? "";
  const before = at[last] as unknown;
  at[last] = (typeof before === "string" && typeof value === "string" ? before + value : value) as Json; // any JSON
}

/** Several calls may be wrapped in one that nobody offered. */
function unwrap(call: Expected["calls"][number]): Expected["calls"] {
  if (call.name !== "parallel") return [call];
  return list((call.input as Json)["tool_uses"]).map((use) => ({
    name: string(use["recipient_name"]).replace(/^functions\./, ""),
    input: use["parameters"] ?? {},
  }));
}

function readInput({ name, input }: { name: string; input: string }): Expected["calls"][number] {
  return { name, input: input.trim() === "" ? {} : (JSON.parse(input) as unknown) };
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
