import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import type { ModelSettings } from "../../../server/models/providers.ts";
import type { WireFormat } from "../../kit/models/modelProvider.ts";

/** What a provider once sent. */
export interface Recording {
  /** Its path inside the folder. */
  name: string;
  format: WireFormat;
  /** The data of its events, a line each; the one line of a whole answer. */
  lines: string[];
  isStream: boolean;
  /** It was recorded in a format that nobody here speaks, or is known to be broken: any stated end is right. */
  isBroken: boolean;
}

/** How each provider's recordings are asked for: the model, and the settings that lead to it. */
export const ways: Record<WireFormat, { model: string; settings: ModelSettings }> = {
  chat: { model: "gpt-4o", settings: { openaiApiKey: "key", openaiBaseUrl: "http://provider.test/v1" } },
  responses: { model: "gpt-4o", settings: { openaiApiKey: "key" } },
  anthropic: { model: "claude-4.5-sonnet", settings: { anthropicApiKey: "key" } },
  google: { model: "gemini-2.5-pro", settings: { googleApiKey: "key" } },
};

const streamEnd = ".chunks.txt";
const broken =
  /duplicate-message-start|spliced-message-start|missing-terminal|openai-error|anthropic-refusal|malformed/;

/** Reads every recording of a folder, in the layout PROVIDER/.../NAME.chunks.txt and NAME.json. */
export function readRecordings(folder: string): Recording[] {
  return listFiles(folder).flatMap((path) => {
    const name = relative(folder, path);
    const isStream = path.endsWith(streamEnd);
    if (!name.includes("/") || (!isStream && !path.endsWith(".json"))) return [];
    const text = readFileSync(path, "utf8");
    const lines = isStream ? readLines(text) : [text.replace(/\s*\n\s*/g, " ")];
    const format = findFormat(lines);
    const isBroken = broken.test(name) || !format || !lines.every(isJson);
    const recording = { name, format: format ?? formatOf(name), lines, isStream, isBroken };
    return isBroken ? recording : splitAnswers(recording);
  });
}

/** Some were recorded with all that stands around the data, and with the sign that ends a stream. */
function readLines(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => !/^(?:event|id|retry)?:/.test(line))
    .map((line) => line.replace(/^data:/, "").trim())
    .filter((line) => line !== "" && line !== "[DONE]");
}

/** Some recordings hold all answers of a conversation, one behind the other: each is a stream of its own. */
function splitAnswers(recording: Recording): Recording[] {
  const begins = recording.lines.flatMap((line, index) =>
    /"type"\s*:\s*"message_start"/.test(line) ? [index] : [],
  );
  if (begins.length < 2) return [recording];
  return begins.map((from, index) => ({
    ...recording,
    name: `${recording.name}#${index + 1}`,
    lines: recording.lines.slice(from, begins[index + 1]),
  }));
}

/** One of the recordings has an event that is no JSON. */
function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

/** The format that a recording is written in, whoever sent it; null where none of its lines is of a format spoken here. */
function findFormat(lines: string[]): WireFormat | null {
  for (const line of lines) {
    if (!isJson(line)) continue;
    const event = JSON.parse(line) as Record<string, unknown> | null; // looked into without asking
    const [type, object] = [String(event?.["type"]), event?.["object"]];
    if (type.startsWith("response.") || object === "response") return "responses";
    if (type === "message_start" || type === "message") return "anthropic";
    if (event?.["candidates"] || event?.["promptFeedback"]) return "google";
    if (event?.["choices"] && object !== "text_completion") return "chat";
  }
  return null;
}

/** Who is none of the others speaks as OpenAI does. */
function formatOf(name: string): WireFormat {
  const [provider = ""] = name.split("/");
  if (provider === "anthropic" || provider === "google") return provider;
  return /^openai\/responses\//.test(name) ? "responses" : "chat";
}

const runEnds = 3;

/**
 * Gives a recording without the middle of each long run of events that differ in their words alone.
 * The beginning of a stream that is cut late is read as often as there are bytes behind it: what says
 * the same a thousand times is read a few times there.
 */
export function thinBefore(recording: Recording, count: number): Recording {
  const { lines } = recording;
  const kept: string[] = [];
  for (let from = 0; from < count;) {
    const shape = shapeOf(lines[from] ?? "");
    let to = from + 1;
    while (to < count && shapeOf(lines[to] ?? "") === shape) to += 1;
    const run = lines.slice(from, to);
    kept.push(...(run.length <= runEnds * 2 ? run : [...run.slice(0, runEnds), ...run.slice(-runEnds)]));
    from = to;
  }
  return { ...recording, lines: [...kept, ...lines.slice(count)] };
}

const shapes = new Map<string, string>();

/** "chat.completion.chunk", "text_delta": no word of an answer, and no end of a sentence. */
const kind = /^[a-z]+(?:[_.][a-z]+)+$/i;

/** An event without its words and figures; what names a kind stays. */
function shapeOf(line: string): string {
  const known = shapes.get(line);
  if (known !== undefined) return known;
  const shape = line
    // OpenAI pads its events, so that their length tells nothing; some need none.
    .replace(/"obfuscation":"[^"]*"/, '"obfuscation":"…"')
    .replace(/"((?:[^"\\]|\\.)*)"(\s*:)?/g, (all, text: string, colon?: string) =>
      colon || (text.length <= 40 && kind.test(text)) ? all : text === "" ? '""' : '"…"',
    )
    .replace(/-?\d+(?:\.\d+)?/g, "0");
  shapes.set(line, shape);
  return shape;
}

/** Writes a recording as the provider's server does. */
export function writeRecording({ format, lines, isStream }: Recording): Buffer {
  if (!isStream) return Buffer.from(lines.join("\n"));
  const events = lines.map((line) => `${nameEvent(format, line)}data: ${line}\n\n`);
  if (format === "chat") events.push("data: [DONE]\n\n");
  return Buffer.from(events.join(""));
}

function nameEvent(format: WireFormat, line: string): string {
  if (format === "chat" || format === "google") return "";
  const type = /"type"\s*:\s*"([a-z_.]+)"/.exec(line)?.[1];
  return type ? `event: ${type}\n` : "";
}

function listFiles(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? listFiles(path) : [path];
    });
}
