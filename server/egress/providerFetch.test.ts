import { createServer as createTlsServer } from "node:https";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { deflateSync, gzipSync } from "node:zlib";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it, onTestFinished } from "vitest";
import { localCertificate } from "../../tests/kit/network/localCertificate.ts";
import { startWebServer } from "../../tests/kit/network/webServer.ts";
import { providerFetch } from "./providerFetch.ts";

const post = { method: "POST", headers: { authorization: "Bearer s", "x-key": "s" }, body: "süß" };
const mostPieces = 50;

/** Says "a", and the rest in as many pieces as there may be once it is told to. */
function speakInPieces() {
  const asked = Promise.withResolvers<void>();
  const said = Promise.withResolvers<void>();
  const answer: RequestListener = async (_request, response) => {
    response.write("a");
    await asked.promise;
    for (let piece = 0; piece < mostPieces; piece += 1)
      await new Promise<void>((resolve) => response.write("b", () => resolve()));
    response.end();
    said.resolve();
  };
  return { answer, goOn: async () => (asked.resolve(), said.promise) };
}

describe("an answer of a model provider", () => {
  it.each(["http", "https"])(
    "over %s is there as it comes, and what nobody asked for comes at once",
    async (scheme) => {
      const { answer, goOn } = speakInPieces();
      const url = scheme === "http" ? await serve(answer) : await serveSafely(answer);
      const reader = await read(await providerFetch(url));
      expect(await reader.next()).toBe("a");
      await goOn();
      const pieces = await reader.rest();
      expect(pieces.join("")).toBe("b".repeat(mostPieces));
      expect(pieces.length).toBeLessThan(mostPieces / 2);
    },
  );

  it("is known to be over with its last bytes", async () => {
    const url = await serve((_request, response) => response.end("hello"));
    const reader = (await providerFetch(url)).body?.getReader();
    expect((await reader?.read())?.value).toHaveLength(5);
    await reader?.closed;
  });

  it("is held in the connection while nobody reads it", async () => {
    const whole = Promise.withResolvers<void>();
    let isWhole = false;
    const url = await serve((request, response) => {
      if (request.url === "/other") response.end("y".repeat(3_000_000));
      else response.end("x".repeat(10_000_000), () => ((isWhole = true), whole.resolve()));
    });
    const reader = await read(await providerFetch(url));
    await reader.next();
    for (let turn = 0; turn < 10; turn += 1) await (await providerFetch(`${url}/other`)).text();
    expect(isWhole).toBe(false);
    await reader.rest();
    await whole.promise;
  });

  it("is given up to the break, and then as broken", async () => {
    const { answer, goOn } = speakInPieces();
    const url = await serve((request, response) => {
      const whole = response.end.bind(response);
      response.end = () => (response.destroy(), whole());
      answer(request, response);
    });
    const reader = await read(await providerFetch(url));
    expect(await reader.next()).toBe("a");
    await goOn();
    await expect(reader.rest()).rejects.toMatchObject({ name: "EgressError", reason: "interrupted" });
  });

  it.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
  ])("is unpacked where it comes as %s, which nobody asked for", async (coding, pack) => {
    const url = await serve((request, response) => {
      expect(request.headers["accept-encoding"]).toBe("identity");
      response.writeHead(200, { "content-encoding": coding }).end(pack("hello"));
    });
    expect(await (await providerFetch(url)).text()).toBe("hello");
  });

  it("is refused in a packing that nobody knows", async () => {
    const url = await serve((_request, response) =>
      response.writeHead(200, { "content-encoding": "x" }).end("?"),
    );
    await expect(providerFetch(url)).rejects.toMatchObject({ cause: { reason: "undecodable" } });
  });

  it.each([204, 304])("has no body with %i", async (status) => {
    const url = await serve((_request, response) => response.writeHead(status).end());
    const answer = await providerFetch(url);
    expect(answer).toMatchObject({ status, body: null });
  });
});

describe("a connection to a model provider", () => {
  it("is closed when the caller stops, before the answer and in it", async () => {
    const closed = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const stops = [new AbortController(), new AbortController()];
    const url = await serve((request, response) => {
      const turn = Number(request.url?.slice(1));
      response.once("close", () => closed[turn]?.resolve());
      if (turn === 0) stops[0]?.abort(new Error("enough"));
      else response.write("a");
    });
    await expect(providerFetch(`${url}/0`, { signal: stops[0]?.signal ?? null })).rejects.toThrow("enough");
    await closed[0]?.promise;
    const reader = await read(await providerFetch(`${url}/1`, { signal: stops[1]?.signal ?? null }));
    expect(await reader.next()).toBe("a");
    collectGarbage();
    stops[1]?.abort();
    await expect(reader.next()).rejects.toThrow();
    await closed[1]?.promise;
  });

  it("is closed when the reader leaves", async () => {
    const closed = Promise.withResolvers<void>();
    const url = await serve((_request, response) =>
      response.once("close", () => closed.resolve()).write("a"),
    );
    const answer = await providerFetch(url);
    await answer.body?.cancel();
    await closed.promise;
  });

  it("is kept for the next request, of an answer that was read", async () => {
    const ports = new Set<number | undefined>();
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end("hello");
    });
    for (let turn = 0; turn < 3; turn += 1)
      expect(await (await providerFetch(url, post)).text()).toBe("hello");
    expect(ports.size).toBe(1);
  });

  it("is made again where the provider had closed the kept one", async () => {
    const used = new WeakSet<object>();
    const hits: string[] = [];
    const url = await serve((request, response) => {
      hits.push(request.url ?? "");
      if (used.has(request.socket)) return request.socket.destroy();
      used.add(request.socket);
      return response.end("hello");
    });
    await (await providerFetch(`${url}/first`)).text();
    expect(await (await providerFetch(`${url}/second`, post)).text()).toBe("hello");
    expect(hits).toEqual(["/first", "/second", "/second"]);
  });

  it("is not tried again where a new one breaks", async () => {
    let hits = 0;
    const url = await serve((request) => {
      hits += 1;
      request.socket.destroy();
    });
    await expect(providerFetch(url, post)).rejects.toBeInstanceOf(TypeError);
    expect(hits).toBe(1);
  });

  it("needs a certificate that somebody vouches for", async () => {
    const url = await serveSafely((_request, response) => response.end("hello"), false);
    await expect(providerFetch(url)).rejects.toMatchObject({ cause: { reason: "certificate" } });
  });
});

describe("a redirect of a model provider", () => {
  it("is followed with method and body, and with keys to the same origin only", async () => {
    const arrived: object[] = [];
    const other = await serve(receive);
    const url = await serve((request, response) => {
      if (request.url === "/here") response.writeHead(308, { location: "/there" }).end();
      else if (request.url === "/away") response.writeHead(307, { location: `${other}/there` }).end();
      else receive(request, response);
    });
    function receive(...[request, response]: Parameters<RequestListener>): void {
      const { method, headers } = request;
      let body = "";
      request.setEncoding("utf8").on("data", (piece: string) => (body += piece));
      request.on("end", () => {
        arrived.push({ method, body, authorization: headers.authorization, key: headers["x-key"] });
        response.end();
      });
    }
    await (await providerFetch(`${url}/here`, post)).text();
    await (await providerFetch(`${url}/away`, post)).text();
    const sent = { method: "POST", body: "süß" };
    expect(arrived).toEqual([
      { ...sent, authorization: "Bearer s", key: "s" },
      { ...sent, authorization: undefined, key: undefined },
    ]);
  });

  it("is an error where the caller wants none, and in a circle", async () => {
    const url = await serve((_request, response) => response.writeHead(307, { location: "/again" }).end());
    for (const redirect of ["error", "follow"] as const)
      await expect(providerFetch(url, { redirect })).rejects.toMatchObject({
        cause: { reason: "tooManyRedirects" },
      });
  });
});

/** Nothing that is needed still may hang on what nobody holds. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

/** Gives an answer's pieces as texts. */
async function read(answer: Response) {
  const reader = answer.body?.getReader();
  if (!reader) throw new Error("It has a body.");
  const next = async () => {
    const { value } = await reader.read();
    return value && Buffer.from(value).toString();
  };
  const rest = async () => {
    const pieces: string[] = [];
    for (let piece = await next(); piece !== undefined; piece = await next()) pieces.push(piece);
    return pieces;
  };
  return { next, rest };
}

async function serve(answer: RequestListener): Promise<string> {
  const server = await startWebServer(answer);
  onTestFinished(server.stop);
  return server.origin;
}

async function serveSafely(answer: RequestListener, isTrusted = true): Promise<string> {
  const server = createTlsServer(localCertificate, answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const known = getCACertificates("default");
  if (isTrusted) setDefaultCACertificates([...known, localCertificate.cert]);
  onTestFinished(() => {
    setDefaultCACertificates(known);
    server.closeAllConnections();
    server.close();
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
}
