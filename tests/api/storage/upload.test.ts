// @vitest-environment happy-dom
import { buffer } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { RequestError } from "../../../shared/client/requestError.ts";
import { upload } from "../../../shared/client/upload.ts";
import type { WebServer } from "../../kit/network/webServer.ts";
import { startWebServer } from "../../kit/network/webServer.ts";

interface Arrived {
  method: string;
  type: string;
  token: string;
  body: string;
}

const servers: WebServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function start(status = 200, answer = "{}") {
  const arrived: Arrived[] = [];
  const server = await startWebServer(async (request, response) => {
    const { method = "", headers } = request;
    const body = (await buffer(request)).toString("utf8");
    if (method !== "OPTIONS") {
      arrived.push({
        method,
        type: headers["content-type"] ?? "",
        token: String(headers["x-token"] ?? ""),
        body,
      });
    }
    response.writeHead(method === "OPTIONS" ? 204 : status, {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "PUT, POST",
      "access-control-allow-headers": "*",
    });
    response.end(answer);
  });
  servers.push(server);
  return { url: `${server.origin}/put/1`, arrived };
}

const file = () => new File(["hello ü"], "a b.txt", { type: "text/plain" });

describe("an upload", () => {
  it("by PUT sends the file unchanged, with the fields as headers", async () => {
    const { url, arrived } = await start();
    const shares: number[] = [];
    await upload({ method: "PUT", url, fields: { "x-token": "t1", "content-type": "text/plain" } }, file(), {
      onProgress: (share) => shares.push(share),
    });
    expect(arrived).toEqual([{ method: "PUT", type: "text/plain", token: "t1", body: "hello ü" }]);
    expect(shares.at(-1)).toBe(1);
  });

  it("by POST sends a form with the file last", async () => {
    const { url, arrived } = await start();
    await upload({ method: "POST", url, fields: { key: "k1" } }, file());
    expect(arrived[0]).toMatchObject({
      method: "POST",
      type: expect.stringMatching(/^multipart\/form-data/),
    });
    const body = arrived[0]?.body ?? "";
    expect(body.indexOf('name="key"')).toBeGreaterThan(0);
    expect(body.indexOf('filename="a b.txt"')).toBeGreaterThan(body.indexOf('name="key"'));
  });

  it.each(["GET", "DELETE", "put", ""])("by %j is an 'Invalid method'", async (method) => {
    await expect(upload({ method, url: "/x", fields: {} }, file())).rejects.toThrow("Invalid method");
  });

  it("that is refused returns the server's reason", async () => {
    const body = {
      error: { code: "too_large", message: "Too large.", fields: [], requestId: "r-2" },
      message: "",
    };
    const { url } = await start(413, JSON.stringify(body));
    const failure = upload({ method: "PUT", url, fields: {} }, file());
    await expect(failure).rejects.toMatchObject({ code: "too_large", status: 413, requestId: "r-2" });
  });

  it("can be canceled", async () => {
    const { url } = await start();
    const stop = new AbortController();
    const sending = upload({ method: "PUT", url, fields: {} }, file(), { signal: stop.signal });
    stop.abort();
    await expect(sending).rejects.toSatisfy(
      (error) => error instanceof RequestError && error.code === "cancelled",
    );
  });
});
