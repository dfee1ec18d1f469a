import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

/*
 * A provider of made-up vectors in OpenAI's wire format, on a thread of its own: texts that share words are near to each
 * other. It tells its port once it listens.
 */
const dimensions = workerData as number;
const mostKnownWords = 20_000;

const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on("data", (piece: Buffer) => pieces.push(piece));
  request.on("end", () => {
    const { input, model } = JSON.parse(Buffer.concat(pieces).toString()) as {
      input: string[];
      model: string;
    }; // what the SDK sent
    const data = input.map((text, index) => ({ object: "embedding", index, embedding: makeVector(text) }));
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({ object: "list", data, model, usage: { prompt_tokens: 1, total_tokens: 1 } }),
    );
  });
});
server.listen(0, "127.0.0.1", () => parentPort?.postMessage((server.address() as AddressInfo).port)); // it listens on a port

/** The sum of a made-up direction for each word. */
function makeVector(text: string): number[] {
  const vector = new Int32Array(dimensions);
  for (const word of text.split(/\s+/)) {
    const direction = knownWords.get(word) ?? makeDirection(word);
    for (let at = 0; at < dimensions; at++) vector[at] = (vector[at] ?? 0) + (direction[at] ?? 0);
  }
  const length = Math.hypot(...vector) || 1;
  return Array.from(vector, (value) => Number((value / length).toFixed(6)));
}

const knownWords = new Map<string, Int8Array>();

function makeDirection(word: string): Int8Array {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  const direction = new Int8Array(dimensions).map(() => {
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) + 0x6d2b79f5;
    return hash >> 24;
  });
  if (knownWords.size < mostKnownWords) knownWords.set(word, direction);
  return direction;
}
