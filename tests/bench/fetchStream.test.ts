import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fetchStream } from "./fetchStream.ts";

let server: Server;
let address = "";

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === "/nothing") return void response.writeHead(204).end();
    if (request.url === "/refused")
      return void response.writeHead(422, { "content-type": "application/json" }).end('{"no":1}');
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: 1\n\n");
    response.end("data: 2\n\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.closeAllConnections());

it("gives an answer without a body", async () => {
  const answer = await fetchStream(`${address}/nothing`, { method: "DELETE" });
  expect(answer.status).toBe(204);
  expect(await answer.text()).toBe("");
});

it("gives a refusal with its words", async () => {
  const answer = await fetchStream(`${address}/refused`, { method: "POST", body: "{}" });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toEqual({ no: 1 });
});

it("gives a stream to its end", async () => {
  const { body } = await fetchStream(address, {});
  const reader = body?.getReader();
  if (!reader) throw new Error("The stream has no body");
  let text = "";
  for (let read = await reader.read(); !read.done; read = await reader.read())
    text += new TextDecoder().decode(read.value);
  expect(text).toBe("data: 1\n\ndata: 2\n\n");
});

it("fails where nobody answers", async () => {
  await expect(fetchStream("http://127.0.0.1:1", {})).rejects.toThrow("ECONNREFUSED");
});
