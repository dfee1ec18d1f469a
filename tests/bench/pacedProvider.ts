/** A process of its own: `node tests/bench/pacedProvider.ts` speaks as an OpenAI-compatible server and says its address. */
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createTimeSpeaker } from "./timedWords.ts";

/** What is said: how many pieces, and the pause between them; timed ones tell when they are said (timedWords.ts). */
interface Speech {
  firstWordMs: number;
  pieces: number;
  pieceMs: number;
  isTimed: boolean;
}

/** As a quick model of today: the first word after 300 ms, then 50 pieces a second. */
const usual: Speech = { firstWordMs: 300, pieces: 100, pieceMs: 20, isTimed: false };

const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1770933892, model: "m" };
const words = "All lamps come with a guarantee against defects in material and workmanship [1]. ".split(" ");

function chunk(delta: object, finish: string | null = null): string {
  return `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
}

const [beforeWord = "", afterWord = ""] = chunk({ content: "|" }).split("|");

/** Plain words as `chunk` writes them. This and `writeChunk` leave the machine to the server that is measured. */
function chunkWords(text: string): string {
  return `${beforeWord}${text}${afterWord}`;
}

/** Writes a piece of ASCII in HTTP's chunked form, in one go. */
function writeChunk({ socket }: ServerResponse, text: string): void {
  socket?.write(`${text.length.toString(16)}\r\n${text}\r\n`, "latin1");
}

/** `/instant/` says everything at once; `/timed/PIECES/PIECE_MS/` says times, as many and as fast as the address asks. */
function chooseSpeech(url: string): Speech {
  if (url.startsWith("/instant/")) return { ...usual, firstWordMs: 0, pieceMs: 0 };
  const [, pieces, pieceMs] = /^\/timed\/(\d+)\/(\d+)\//.exec(url) ?? [];
  if (pieces === undefined) return usual;
  return { ...usual, pieces: Number(pieces), pieceMs: Number(pieceMs), isTimed: true };
}

/** Every piece has its own time from the beginning, so that a late one makes no other one late. */
function speak(response: ServerResponse, { firstWordMs, pieces, pieceMs, isTimed }: Speech): void {
  const startedAt = performance.now();
  const sayTime = createTimeSpeaker();
  let said = 0;
  const countDue = () => Math.floor((performance.now() - startedAt - firstWordMs) / pieceMs) + 1;
  const step = () => {
    const due = pieceMs > 0 ? Math.min(countDue(), pieces) : pieces;
    let text = "";
    for (; said < due; said += 1)
      text += chunkWords(isTimed ? sayTime(Date.now()) : `${words[said % words.length]} `);
    if (text !== "") writeChunk(response, text);
    if (response.destroyed) return;
    if (said < pieces)
      setTimeout(step, Math.max(1, startedAt + firstWordMs + said * pieceMs - performance.now()));
    else {
      const usage = { prompt_tokens: 16, completion_tokens: pieces, total_tokens: 16 + pieces };
      response.end(
        `${chunk({}, "stop")}data: ${JSON.stringify({ ...head, choices: [], usage })}\n\ndata: [DONE]\n\n`,
      );
    }
  };
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
  if (firstWordMs > 0) setTimeout(step, firstWordMs);
  else step();
}

const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => speak(response, chooseSpeech(request.url ?? "")));
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`); // it listens on a port
});
