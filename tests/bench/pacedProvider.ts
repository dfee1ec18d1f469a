/** A process of its own: `node tests/bench/pacedProvider.ts` speaks as an OpenAI-compatible server and says its address. */
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** As a quick model of today: the first word after 300 ms, then 50 pieces a second. */
const firstWordMs = 300;
const pieces = 100;
const pieceMs = 20;

const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1770933892, model: "m" };
const words = "All lamps come with a guarantee against defects in material and workmanship [1]. ".split(" ");

function chunk(delta: object, finish: string | null = null): string {
  return `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
}

/** Every piece has its own time from the beginning, so that a late one makes no other one late. */
function speak(response: ServerResponse, isPaced: boolean): void {
  const startedAt = performance.now();
  let said = 0;
  const step = () => {
    const due = isPaced ? Math.floor((performance.now() - startedAt - firstWordMs) / pieceMs) + 1 : pieces;
    let text = "";
    for (; said < Math.min(due, pieces); said += 1)
      text += chunk({ content: `${words[said % words.length]} ` });
    if (text !== "" && !response.destroyed) response.write(text);
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
  if (isPaced) setTimeout(step, firstWordMs);
  else step();
}

const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => speak(response, !(request.url ?? "").startsWith("/instant/")));
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`); // it listens on a port
});
