import { StringDecoder } from "node:string_decoder";

/** Takes the text out of one answer's stream, past the SDK: with it, reading 500 answers at once takes twice the time. */
export interface TextEvents {
  /** Gives what the SDK is to read of the bytes that came; only whole events. */
  push(bytes: Uint8Array): Uint8Array;
  /** Gives what is left where the stream ended within an event. */
  end(): Uint8Array;
  /** The SDK gave text of an event that it read; `isAside`: it is no part of the answer. */
  noteText(text: string, isAside: boolean): void;
}

/**
 * Reads a provider's events. The SDK alone judges what an event means: text goes past it only while the last event that it
 * got brought text as well, and it has given the texts of all events up to that one, the last as the answer's. Whatever is
 * no plain text goes to the SDK as it came.
 */
export function createTextEvents(hear: (text: string) => void): TextEvents {
  const decoder = new StringDecoder("utf8");
  /** What came of the event that has not ended yet. */
  let pieces: string[] = [];
  /** The end of them, in which what parts events may have begun. */
  let tail = "";
  /** The texts that the SDK got and has not given yet. */
  const awaited: string[] = [];
  let isLastText = false;
  let isOpen = false;
  /** A choice came, and nothing yet that says why the answer ended. */
  let lacksReason = false;

  /** Gives what the SDK is to read of an event; null where its text was heard here. */
  function read(event: string): string | null {
    if (isDone.test(event)) return lacksReason ? `${wholeAnswer}\n\n${event}` : event;
    const value = parse(event);
    const reason = value && readReason(value);
    if (reason !== null) lacksReason = reason === "";
    const text = value && (readPiece(value) || null);
    if (text !== null && isOpen) {
      hear(text);
      return null;
    }
    if (text !== null) awaited.push(text);
    isLastText = text !== null;
    isOpen = false;
    // The SDK takes an answer for broken by an event that only lacks the list, be it the one that tells the tokens.
    if (!value) return event;
    const usage = mendUsage(value.usage);
    if (usage !== value.usage || hasEmptyReason(value))
      return `data: ${JSON.stringify(mendEvent(value, usage))}`;
    return lacksChoices(value) ? `data: ${JSON.stringify({ ...value, choices: [] })}` : event;
  }

  function takePieces(): string {
    const taken = pieces.join("");
    pieces = [];
    return taken;
  }

  return {
    push(bytes) {
      const come = decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      pieces.push(come);
      // One event may come in thousands of pieces: they are put together once, when its end is there.
      tail += come;
      const hasEnd = tail.search(between) !== -1;
      tail = tail.slice(1 - longestBetween);
      if (!hasEnd) return nothing;
      const all = takePieces();
      let left = "";
      let at = 0;
      for (const found of all.matchAll(between)) {
        const event = read(all.slice(at, found.index));
        const end = found.index + found[0].length;
        if (event !== null) left += event + all.slice(found.index, end);
        at = end;
      }
      pieces.push(all.slice(at));
      tail = all.slice(Math.max(at, all.length + 1 - longestBetween));
      return Buffer.from(left);
    },
    end: () => Buffer.from(takePieces() + decoder.end()),
    noteText(text, isAside) {
      const at = awaited.indexOf(text);
      if (at === -1) return;
      awaited.splice(0, at + 1);
      isOpen = awaited.length === 0 && isLastText && !isAside;
    },
  };
}

/** What parts events: an empty line, in each way to end a line. */
const between = /\n\n|\r\n\r\n|\r\r|\n\r\n|\r\n\n/g;
const longestBetween = 4;
const nothing = Buffer.alloc(0);
const withJson = /^(?:event: ?\w[\w.]*(?:\r\n|\n|\r))?data: ?(\{.*\})$/;

function parse(event: string): Event | null {
  const json = withJson.exec(event)?.[1];
  if (json === undefined) return null;
  try {
    return JSON.parse(json) as Event; // looked at field by field
  } catch {
    return null;
  }
}

/** The fields that we read from any provider's event. */
interface Event {
  type?: unknown;
  delta?: unknown;
  choices?: unknown;
  candidates?: unknown;
  [other: string]: unknown;
}

/** Some imitators of OpenAI say only by this that an answer is over. */
const isDone = /^data: ?\[DONE\]\s*$/;
const wholeAnswer = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}';

/** Gives why the answer ended, "" where a choice does not say so; null for an event without a choice, and where that is known. */
function readReason({ choices }: Event): string | null {
  const choice = readOnly(choices);
  if (!choice) return null;
  return typeof choice["finish_reason"] === "string" ? choice["finish_reason"] : "";
}

/** Numbers that came as text are numbers; what tells no numbers is left out. */
function mendUsage(usage: unknown): unknown {
  if (usage == null) return usage;
  if (typeof usage !== "object") return undefined;
  const fields = Object.entries(usage);
  if (!fields.some(([, value]) => typeof value === "string")) return usage;
  return Object.fromEntries(
    fields.map(([name, value]): [string, unknown] => [
      name,
      typeof value === "string" && /^\s*\d+(?:\.0*)?\s*$/.test(value)
        ? Number(value)
        : typeof value === "string"
          ? null
          : value,
    ]),
  );
}

function hasEmptyReason({ choices }: Event): boolean {
  return readOnly(choices)?.["finish_reason"] === "";
}

/** The event with what the SDK takes: an empty reason is none. */
function mendEvent(event: Event, usage: unknown): object {
  const choice = readOnly(event.choices);
  const choices = choice
    ? [{ ...choice, finish_reason: choice["finish_reason"] || null }]
    : (event.choices ?? []);
  return { ...event, choices, usage };
}

/** Whether an event is of the format of OpenAI's imitators and tells of no answer. */
function lacksChoices(event: Event): boolean {
  const kinds = ["type", "choices", "candidates", "error", "usageMetadata", "promptFeedback"];
  return kinds.every((kind) => event[kind] == null);
}

/** Gives the text of an event that brings a piece of it and no other part of an answer; null for every other one. */
function readPiece(event: Event): string | null {
  if (event.choices !== undefined) return readChoice(event);
  if (event.candidates !== undefined) return readCandidate(event);
  // OpenAI's newer format, and Anthropic's.
  if (event.type === "response.output_text.delta") return asText(event.delta);
  if (event.type !== "content_block_delta" || !isObject(event.delta)) return null;
  return event.delta["type"] === "text_delta" ? asText(event.delta["text"]) : null;
}

/** OpenAI's older format, and that of its many imitators. */
function readChoice({ choices, usage, error }: Event): string | null {
  const choice = readOnly(choices);
  if (!choice || usage != null || error != null || (choice["finish_reason"] ?? "") !== "") return null;
  const { delta } = choice;
  if (!isObject(delta)) return null;
  const { content, role: _, ...others } = delta;
  return Object.values(others).every((value) => value == null || value === "") ? asText(content) : null;
}

/** Google's format, which tells the tokens with each event, up to the last one. */
function readCandidate({ candidates, promptFeedback, error }: Event): string | null {
  const candidate = readOnly(candidates);
  if (!candidate || promptFeedback != null || error != null) return null;
  const { content, index: _, ...others } = candidate;
  const part = isObject(content) ? readOnly(content["parts"]) : null;
  if (!part || Object.keys(part).length > 1 || Object.keys(others).length > 0) return null;
  return asText(part["text"]);
}

/** Gives the only one of a list. */
function readOnly(list: unknown): Record<string, unknown> | null {
  return Array.isArray(list) && list.length === 1 && isObject(list[0]) ? list[0] : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function asText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
