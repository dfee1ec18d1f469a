import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import type { ECDH } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { vi } from "vitest";
import type { PushNote } from "../../../shared/domain/push.ts";
import { startWebServer } from "../network/webServer.ts";

/** What arrived for a browser, opened with that browser's own keys. */
export interface ArrivedPush {
  /** Of which subscription. */
  path: string;
  note: PushNote;
  /** In seconds. */
  ttl: number;
  topic: string | undefined;
  urgency: string | undefined;
  /** What the sender says of itself, after its signature was checked. */
  vapid: { aud: string; exp: number; sub: string; key: string };
  /** As it came over the wire. */
  raw: Buffer;
}

export interface TestSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export interface PushService {
  origin: string;
  arrived: ArrivedPush[];
  /** Requests that no service would take, with the reason. */
  refused: string[];
  /** A browser subscribes to an application server's key; pushes that are signed by another one are refused. */
  subscribe(applicationServerKey: string): TestSubscription;
  /** The next answers, one each; then again 201. */
  answerNext(...statuses: number[]): void;
  /** Resolves with all that arrived once there are `count`. */
  until(count: number): Promise<ArrivedPush[]>;
  stop(): Promise<void>;
}

interface Browser {
  curve: ECDH;
  auth: Buffer;
  applicationServerKey: string;
}

const dayS = 24 * 60 * 60;

/**
 * Starts a push service on a real socket, as RFC 8030 has it, with the browsers behind it: it takes what is signed by the
 * right key (RFC 8292) and opens it as those browsers do (RFC 8188, RFC 8291), by the platform's own cryptography.
 */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>();
  const arrived: ArrivedPush[] = [];
  const refused: string[] = [];
  const statuses: number[] = [];
  let origin = "";

  function take(request: IncomingMessage, response: ServerResponse, raw: Buffer): void {
    const path = request.url ?? "";
    const browser = browsers.get(path);
    const planned = statuses.shift();
    if (planned !== undefined && planned !== 201) return void response.writeHead(planned).end();
    if (!browser) return void response.writeHead(404).end();
    try {
      arrived.push({ path, raw, ...read(request, browser), note: open(raw, browser) });
      response.writeHead(201, { location: `${origin}/messages/${arrived.length}` }).end();
    } catch (error) {
      refused.push(String(error));
      response.writeHead(403).end();
    }
  }

  function read({ method, headers }: IncomingMessage, { applicationServerKey }: Browser) {
    need(method === "POST", "a message is posted");
    need(/^\d+$/.test(String(headers.ttl)), "TTL is a number of seconds");
    need(headers["content-encoding"] === "aes128gcm", "the body is aes128gcm");
    const topic = headers.topic === undefined ? undefined : String(headers.topic);
    need(topic === undefined || /^[\w-]{1,32}$/.test(topic), "a topic has 32 letters of base64url at most");
    const vapid = readVapid(String(headers.authorization));
    need(vapid.key === applicationServerKey, "the key is the one that the browser subscribed with");
    need(vapid.aud === origin, "the token is meant for this service");
    need(/^(mailto:|https:)/.test(vapid.sub), "the sender says how they are reached");
    const nowS = Date.now() / 1000;
    need(vapid.exp > nowS && vapid.exp <= nowS + dayS, "the token holds for a day at most");
    return { ttl: Number(headers.ttl), topic, urgency: headers.urgency as string | undefined, vapid };
  }

  const listen: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => take(request, response, Buffer.concat(chunks)));
  };
  const web = await startWebServer(listen);
  origin = web.origin;
  return {
    origin,
    arrived,
    refused,
    subscribe(applicationServerKey) {
      const curve = createECDH("prime256v1");
      curve.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(16).toString("base64url")}`;
      browsers.set(path, { curve, auth, applicationServerKey });
      const p256dh = curve.getPublicKey().toString("base64url");
      return { endpoint: origin + path, keys: { p256dh, auth: auth.toString("base64url") } };
    },
    answerNext: (...next) => void statuses.push(...next),
    until: (count) => vi.waitUntil(() => arrived.length >= count && arrived),
    stop: web.stop,
  };
}

/** `Authorization: vapid t=TOKEN, k=KEY`: a JWT signed with ES256 by the key beside it. */
function readVapid(header: string): ArrivedPush["vapid"] {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  need(token !== "" && key !== "", "who sends says so by VAPID");
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  need(point.length === 65 && point[0] === 4, "the key is a point of P-256");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  need(isSigned, "the token is signed by the key");
  need(decode(head)["alg"] === "ES256", "by ES256");
  const { aud, exp, sub } = decode(claims);
  return { aud: String(aud), exp: Number(exp), sub: String(sub), key };
}

/** Opens one record of aes128gcm: salt, record size, the sender's passing key, then what is sealed. */
function open(raw: Buffer, { curve, auth }: Browser): PushNote {
  need(raw.length <= 4096, "a message has 4096 bytes at most");
  const salt = raw.subarray(0, 16);
  const idLength = raw[20] ?? 0;
  const senderKey = raw.subarray(21, 21 + idLength);
  const sealed = raw.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), curve.getPublicKey(), senderKey]);
  const secret = Buffer.from(hkdfSync("sha256", curve.computeSecret(senderKey), auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  need(
    end >= 0 && padded.subarray(end + 1).every((byte) => byte === 0),
    "the only record ends in 2 and zeros",
  );
  return JSON.parse(padded.subarray(0, end).toString("utf8")) as PushNote;
}

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, "base64url").toString("utf8")) as Record<string, unknown>;
}

function need(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`Refused: ${what}.`);
}
