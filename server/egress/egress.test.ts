import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { Readable, pipeline } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startWebServer } from "../../tests/kit/network/webServer.ts";
import type { WebServer } from "../../tests/kit/network/webServer.ts";
import { createEgress } from "./egress.ts";
import { EgressError } from "./EgressError.ts";

const limits = { maxBytes: 100_000, timeoutMs: 10_000 };
const egress = createEgress({ allow: ["127.0.0.0/8"], wait: async () => undefined });

let site: WebServer;
let other: WebServer;

beforeAll(async () => {
  other = await startWebServer((_request, response) => response.end("other"), "127.0.0.2");
  site = await startWebServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://site");
    const answer = pages[url.pathname];
    if (answer) answer(response, url);
    else if (url.searchParams.has("to")) {
      response.writeHead(Number(url.pathname.slice(1)), { location: url.searchParams.get("to") ?? "" }).end();
    } else response.end("hello");
  });
});
afterAll(() => Promise.all([site.stop(), other.stop()]));

type Respond = (response: import("node:http").ServerResponse, url: URL) => void;
const pages: Record<string, Respond> = {
  "/hops": (response, url) => {
    const left = Number(url.searchParams.get("n"));
    if (left === 0) response.end("there");
    else response.writeHead(302, { location: `/hops?n=${left - 1}` }).end();
  },
  "/ping": (response) => response.writeHead(302, { location: "/pong" }).end(),
  "/pong": (response) => response.writeHead(301, { location: "/ping" }).end(),
  "/endless": (response) => {
    const zeros = Readable.from(repeat(Buffer.alloc(10_000)));
    pipeline(zeros, response, () => undefined);
  },
  "/bomb": (response) => {
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(5_000_000)));
  },
  "/bombOfBombs": (response) => {
    const inner = gzipSync(Buffer.alloc(5_000_000));
    response.writeHead(200, { "content-encoding": "gzip, gzip" }).end(gzipSync(inner));
  },
  "/declared": (response) => response.writeHead(200, { "content-length": "99999999" }).flushHeaders(),
  "/drip": (response) => {
    const timer = setInterval(() => response.write("."), 10);
    response.once("close", () => clearInterval(timer));
  },
  "/silent": (response) => response.writeHead(200).flushHeaders(),
  "/cut": (response) => {
    response.writeHead(200, { "content-length": "1000" });
    response.write("half", () => response.destroy());
  },
  "/cutGzip": (response) => {
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("x".repeat(9999)).subarray(0, 30));
  },
  "/notGzip": (response) => response.writeHead(200, { "content-encoding": "gzip" }).end("plain text"),
  "/unknownEncoding": (response) => response.writeHead(200, { "content-encoding": "zstd" }).end("?"),
  "/emptyGzip": (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(),
  "/gzip": (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("hello")),
  "/br": (response) => response.writeHead(200, { "content-encoding": "br" }).end(brotliCompressSync("hello")),
  "/deflate": (response) =>
    response.writeHead(200, { "content-encoding": "deflate" }).end(deflateSync("hello")),
  "/deflateRaw": (response) =>
    response.writeHead(200, { "content-encoding": "deflate" }).end(deflateRawSync("hello")),
  "/cookie": (response) =>
    response.setHeader("set-cookie", ["a=1"]).setHeader("vary", ["a", "b"]).writeHead(404).end("no"),
};

describe("a plain request", () => {
  it("gives status, address, headers and body, whatever the status is", async () => {
    const answer = await egress.fetch(`${site.origin}/cookie`, limits);
    expect(answer).toMatchObject({ status: 404, url: `${site.origin}/cookie`, redirects: [] });
    expect(answer.headers["vary"]).toBe("a, b");
    expect(answer.headers).not.toHaveProperty("set-cookie");
    expect(answer.body.toString()).toBe("no");
  });

  it("sends method, headers and body", async () => {
    await egress.fetch(`${site.origin}/form`, {
      ...limits,
      method: "POST",
      headers: { "Content-Type": "text/plain", "X-Key": "k" },
      body: "süß",
    });
    expect(site.hits.at(-1)).toBe("POST /form");
    expect(site.last()?.headers).toMatchObject({
      "content-type": "text/plain",
      "x-key": "k",
      "content-length": "5",
    });
  });

  it.each(["gzip", "br", "deflate", "deflateRaw"])("unpacks %s", async (encoding) => {
    const { body } = await egress.fetch(`${site.origin}/${encoding}`, limits);
    expect(body.toString()).toBe("hello");
  });

  it("takes an empty packed body as empty", async () => {
    expect((await egress.fetch(`${site.origin}/emptyGzip`, limits)).body.length).toBe(0);
  });

  it("leaves a body unread that the caller does not accept", async () => {
    const answer = await egress.fetch(`${site.origin}/endless`, { ...limits, accept: () => false });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body.length).toBe(0);
  });

  it("stops when the caller stops", async () => {
    const controller = new AbortController();
    const answer = egress.fetch(`${site.origin}/drip`, {
      ...limits,
      signal: controller.signal,
      accept: () => (queueMicrotask(() => controller.abort()), true),
    });
    await expect(answer).rejects.toMatchObject({ reason: "aborted" });
    await expect(egress.fetch(site.origin, { ...limits, signal: controller.signal })).rejects.toMatchObject({
      reason: "aborted",
    });
  });

  it("leaves nothing behind that nobody waits for where the caller has stopped already", async () => {
    const unheard = vi.fn();
    process.on("unhandledRejection", unheard);
    const refused = egress.fetch("http://10.0.0.1/", { ...limits, signal: AbortSignal.abort() });
    await expect(refused).rejects.toMatchObject({ reason: "aborted" });
    await setImmediate();
    process.off("unhandledRejection", unheard);
    expect(unheard).not.toHaveBeenCalled();
  });
});

describe("A3: rebinding", () => {
  it("A3: connects to the checked address only, however the name answers later", async () => {
    const answers = [["127.0.0.1"], ["127.0.0.2"]];
    const asked: string[] = [];
    const rebound = createEgress({
      allow: ["127.0.0.1/32"],
      resolve: async (host) => (asked.push(host), answers.shift() ?? []),
      wait: async () => undefined,
    });
    const before = other.hits.length;
    const answer = await rebound.fetch(`http://rebind.example:${site.port}/`, limits);
    expect(answer.body.toString()).toBe("hello");
    expect(asked).toEqual(["rebind.example"]);
    expect(site.last()?.headers.host).toBe(`rebind.example:${site.port}`);
    await expect(rebound.fetch(`http://rebind.example:${other.port}/`, limits)).rejects.toBeInstanceOf(
      EgressError,
    );
    expect(other.hits.length).toBe(before);
  });
});

describe("A4: redirects", () => {
  const guarded = createEgress({ allow: ["127.0.0.1/32"], wait: async () => undefined });

  it.each([301, 302, 303, 307, 308])("A4: %i to a private address is refused", async (status) => {
    const before = other.hits.length;
    const url = `${site.origin}/${status}?to=${encodeURIComponent(other.origin)}`;
    await expect(guarded.fetch(url, limits)).rejects.toMatchObject({ reason: "unreachable" });
    expect(other.hits.length).toBe(before);
  });

  it.each(["file:///etc/passwd", "http://a@127.0.0.1/", "http:\\\\127.0.0.1/", "http://127.0.0.1:6379/"])(
    "A4: a redirect to %s is refused",
    async (to) => {
      const url = `${site.origin}/302?to=${encodeURIComponent(to)}`;
      await expect(guarded.fetch(url, limits)).rejects.toMatchObject({ reason: "address" });
    },
  );

  it("A4: five hops are followed and told, six are not, nor twenty-five", async () => {
    const answer = await egress.fetch(`${site.origin}/hops?n=5`, limits);
    expect(answer.redirects).toHaveLength(5);
    expect(answer.url).toBe(`${site.origin}/hops?n=0`);
    for (const n of [6, 25]) {
      const request = egress.fetch(`${site.origin}/hops?n=${n}`, limits);
      await expect(request).rejects.toMatchObject({ reason: "tooManyRedirects" });
    }
  });

  it("A4: a circle is recognized", async () => {
    await expect(egress.fetch(`${site.origin}/ping`, limits)).rejects.toMatchObject({
      reason: "redirectLoop",
    });
  });

  it("A4: Authorization, cookies and keys stay with their origin", async () => {
    const headers = { authorization: "Bearer s", cookie: "a=b", "x-api-key": "s", accept: "text/html" };
    await egress.fetch(`${site.origin}/302?to=/`, { ...limits, headers });
    expect(site.last()?.headers).toMatchObject({
      authorization: "Bearer s",
      cookie: "a=b",
      "x-api-key": "s",
    });

    await egress.fetch(`${site.origin}/302?to=${encodeURIComponent(other.origin)}`, { ...limits, headers });
    const arrived = other.last()?.headers;
    expect(arrived).toMatchObject({ accept: "text/html" });
    for (const name of ["authorization", "cookie", "x-api-key"]) expect(arrived).not.toHaveProperty(name);
  });

  it.each([
    [301, "GET"],
    [302, "GET"],
    [303, "GET"],
    [307, "POST"],
    [308, "POST"],
  ])("%i turns POST into %s", async (status, method) => {
    await egress.fetch(`${site.origin}/${status}?to=/there`, { ...limits, method: "POST", body: "b" });
    expect(site.hits.at(-1)).toBe(`${method} /there`);
  });

  it("gives the redirecting answer itself where the caller does not want to follow", async () => {
    const url = `${site.origin}/302?to=/next`;
    const answer = await egress.fetch(url, { ...limits, onRedirect: async (to) => to.pathname !== "/next" });
    expect(answer).toMatchObject({ status: 302, url });
  });
});

describe("A6 and A15: headers", () => {
  it.each([
    "Host",
    "Connection",
    "Transfer-Encoding",
    "Content-Length",
    "Upgrade",
    "Proxy-Authorization",
    "TE",
    "Metadata-Flavor",
    "X-aws-ec2-metadata-token",
    "X-aws-ec2-metadata-token-ttl-seconds",
  ])("A6: %s cannot be set", async (name) => {
    const before = site.hits.length;
    const request = egress.fetch(site.origin, { ...limits, method: "PUT", headers: { [name]: "1" } });
    await expect(request).rejects.toMatchObject({ reason: "request" });
    expect(site.hits.length).toBe(before);
  });

  it.each([
    ["X-A", "1\r\nX-B: 2"],
    ["X-A", "1\n2"],
    ["X-A", "1\r2"],
    ["X-A", "1\u00002"],
    ["X-A\r\nX-B", "1"],
    ["X-A:", "1"],
    ["X A", "1"],
    ["", "1"],
    ["X-A", "\u010a"],
  ])("A15: header %j: %j never leaves", async (name, value) => {
    const before = site.hits.length;
    const request = egress.fetch(site.origin, { ...limits, headers: { [name]: value } });
    await expect(request).rejects.toMatchObject({ reason: "request" });
    expect(site.hits.length).toBe(before);
  });

  it.each(["/a\r\nX: 1", "/a\nb", "/a\u0000", "/a b\r\n"])(
    "A15: %j in an address never leaves",
    async (path) => {
      const before = site.hits.length;
      await expect(egress.fetch(`${site.origin}${path}`, limits)).rejects.toMatchObject({
        reason: "address",
      });
      expect(site.hits.length).toBe(before);
    },
  );
});

describe("A10: nobody can tell what listens where", () => {
  it("A10: private, closed, unknown, mute and chattering ports give one error", async () => {
    const chatty = createServer((socket) =>
      socket.on("error", () => undefined).end("SSH-2.0-OpenSSH_9.2\r\n"),
    );
    const mute = createServer((socket) => socket.on("error", () => undefined));
    const [chattyPort, mutePort] = await Promise.all([chatty, mute].map(listen));
    const guarded = createEgress({
      allow: ["127.0.0.1/32"],
      resolve: async () => Promise.reject(new Error("ENOTFOUND")),
      wait: async () => undefined,
    });
    const targets = [
      `http://127.0.0.2:${other.port}/`,
      "http://127.0.0.2:9/".replace(":9/", ":8123/"),
      `http://127.0.0.1:${await findClosedPort()}/`,
      `http://127.0.0.1:${chattyPort}/`,
      `https://127.0.0.1:${chattyPort}/`,
      `http://127.0.0.1:${mutePort}/`,
      "http://no-such-name.example/",
    ];
    const errors = await Promise.all(
      targets.map((url) => guarded.fetch(url, { ...limits, headersTimeoutMs: 50 }).catch((error) => error)),
    );
    for (const error of errors) {
      expect(error).toBeInstanceOf(EgressError);
      expect({ reason: error.reason, message: error.message }).toEqual({
        reason: "unreachable",
        message: errors[0].message,
      });
    }
    expect(new Set(errors.map((error) => error.log)).size).toBeGreaterThan(3);
    chatty.close();
    mute.close();
  });

  it("A10: what is refused at once is told no sooner than what was tried", async () => {
    const waits: number[] = [];
    const patient = createEgress({ allow: ["127.0.0.1/32"], wait: async (ms) => void waits.push(ms) });
    await patient.check("http://127.0.0.2/").catch(() => undefined);
    await patient.fetch(`http://127.0.0.1:${await findClosedPort()}/`, limits).catch(() => undefined);
    expect(waits).toHaveLength(2);
    for (const ms of waits) expect(ms).toBeGreaterThan(100);
  });

  it("A10: running out of time before an answer begins is the same error, afterwards it is named", async () => {
    const mute = createServer((socket) => socket.on("error", () => undefined));
    const port = await listen(mute);
    const brief = { maxBytes: 1000, timeoutMs: 500 };
    await expect(egress.fetch(`http://127.0.0.1:${port}/`, brief)).rejects.toMatchObject({
      reason: "unreachable",
    });
    await expect(egress.fetch(`${site.origin}/silent`, brief)).rejects.toMatchObject({ reason: "timeout" });
    mute.close();
  });
});

describe("A11: answers without end", () => {
  it.each([
    ["/endless", "tooLarge"],
    ["/bomb", "tooLarge"],
    ["/bombOfBombs", "tooLarge"],
    ["/declared", "tooLarge"],
    ["/cut", "interrupted"],
    ["/cutGzip", "undecodable"],
    ["/notGzip", "undecodable"],
    ["/unknownEncoding", "undecodable"],
  ])("A11: %s ends as %s", async (path, reason) => {
    await expect(egress.fetch(`${site.origin}${path}`, limits)).rejects.toMatchObject({ reason });
  });

  it("A11: a dripping answer is given up for its slowness, or when its time is over", async () => {
    const slow = { ...limits, minBytesPerSecond: 10_000, slowWindowMs: 60 };
    await expect(egress.fetch(`${site.origin}/drip`, slow)).rejects.toMatchObject({ reason: "tooSlow" });
    const brief = { ...limits, timeoutMs: 500 };
    await expect(egress.fetch(`${site.origin}/drip`, brief)).rejects.toMatchObject({ reason: "timeout" });
  });
});

describe("A12: addresses that pretend", () => {
  it.each([
    "http://good.example@127.0.0.1/",
    "http://good.example:80@127.0.0.1/",
    "http://127.0.0.1\\.good.example/",
  ])("A12: %s is refused", async (url) => {
    await expect(egress.check(url)).rejects.toMatchObject({ reason: "address" });
  });

  it("A12: a lookalike name is seen as the other name that it is", async () => {
    const open = createEgress({ allow: [], resolve: async () => ["93.184.216.34"] });
    expect((await open.check("http://ехаmple.com/")).hostname).toMatch(/^xn--/);
  });
});

function* repeat(chunk: Buffer): Generator<Buffer> {
  while (true) yield chunk;
}

function listen(server: ReturnType<typeof createServer>): Promise<number> {
  return new Promise((resolve) => {
    // listen() on a TCP port always answers with this form of address.
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

async function findClosedPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
