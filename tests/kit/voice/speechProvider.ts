import type { ServerResponse } from "node:http";
import { openaiVoices } from "../../../server/models/speaker.ts";
import { say } from "../models/modelProvider.ts";
import type { Reply, RequestBody } from "../models/modelProvider.ts";

/** How a provider of speech behaves, as a test wants it. */
export interface SpeechScript {
  /** What it understands, piece by piece; the last one is kept for all that follow. */
  understands: string[];
  /** Its model's answer to what was understood. */
  answer: string[];
  /** Does something else than its part: for the next request to this path alone. */
  next?: { path: "transcriptions" | "speech"; reply: Reply }[];
  /** What it sends for a text: 60 ms a word by default, in samples of 24 kHz without a head. */
  speak?: (response: ServerResponse, body: RequestBody) => void;
}

/** What a text sounds like: 60 ms of a tone a word. */
export function makeVoice(text: string): Uint8Array<ArrayBuffer> {
  const words = text.split(/\s+/).length;
  const samples = Int16Array.from({ length: words * 1440 }, (_, at) => Math.round(8000 * Math.sin(at / 12)));
  return new Uint8Array(samples.buffer);
}

/**
 * Answers as OpenAI does and whoever imitates it: recordings, texts to be said and questions, each at its path. It refuses what
 * those refuse: a recording that is none, a voice that does not exist, an empty text.
 */
export function speakAndHear(script: SpeechScript): Reply {
  const understands = [...script.understands];
  const next = [...(script.next ?? [])];
  return async (response, body, request) => {
    const path = /\/audio\/(transcriptions|speech)$/.exec(request.url ?? "")?.[1];
    const at = next.findIndex((one) => one.path === path);
    const [other] = at < 0 ? [] : next.splice(at, 1);
    if (other) return other.reply(response, body, request);
    if (path === "transcriptions") return transcribe(response, body, understands);
    if (path === "speech") {
      const isJson = request.headers["content-type"]?.startsWith("application/json");
      return isJson ? speak(script, response, body) : refuse(response, "Send JSON.");
    }
    say(request.url?.endsWith("/responses") ? "responses" : "chat", script.answer)(response, body, request);
  };
}

async function transcribe(
  response: ServerResponse,
  { form }: RequestBody,
  understands: string[],
): Promise<void> {
  const file = form?.get("file");
  if (!(file instanceof File) || typeof form?.get("model") !== "string")
    return refuse(response, "Missing file.");
  const bytes = Buffer.from(await file.arrayBuffer());
  const isWav = bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WAVE";
  const isWhole = bytes.length >= 44 && bytes.readUInt32LE(40) === bytes.length - 44;
  if (!isWav || !isWhole || !file.name.endsWith(".wav")) return refuse(response, "Invalid file format.");
  const seconds = (bytes.length - 44) / (bytes.readUInt32LE(24) * 2);
  // OpenAI's own words.
  if (seconds < 0.1) return refuse(response, "Audio file is too short. Minimum audio length is 0.1 seconds.");
  const text = understands.length > 1 ? understands.shift() : understands[0];
  response.writeHead(200, { "content-type": "application/json" });
  response.end(
    JSON.stringify({ text: text ?? "", usage: { type: "duration", seconds: Math.ceil(seconds) } }),
  );
}

function speak(script: SpeechScript, response: ServerResponse, body: RequestBody): void {
  const { model, voice, input, response_format: format } = body as RequestBody & Record<string, unknown>;
  if (typeof model !== "string" || model === "")
    return refuse(response, "you must provide a model parameter");
  if (typeof input !== "string" || input.trim() === "" || input.length > 4096)
    return refuse(response, "String should have at least 1 character");
  if (!openaiVoices.includes(String(voice)))
    return refuse(response, "Input should be 'alloy', 'ash' or another voice");
  if (!["mp3", "opus", "aac", "flac", "wav", "pcm"].includes(String(format)))
    return refuse(response, "Input should be 'mp3', 'opus', 'aac', 'flac', 'wav' or 'pcm'");
  if (script.speak) return script.speak(response, body);
  const sound = makeVoice(input);
  response.writeHead(200, { "content-type": "audio/pcm" });
  // In pieces that end anywhere, as chunks of a stream do.
  response.write(sound.subarray(0, 1001));
  response.end(sound.subarray(1001));
}

function refuse(response: ServerResponse, message: string): void {
  response.writeHead(400, { "content-type": "application/json" });
  response.end(
    JSON.stringify({ error: { message, type: "invalid_request_error", param: null, code: null } }),
  );
}
