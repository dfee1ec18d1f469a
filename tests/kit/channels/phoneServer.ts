import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { listen } from "../../../server/http/listen.ts";
import { startWebServer } from "../network/webServer.ts";
import type { TestServer } from "../server.ts";

export type PhoneProviderName = "twilio" | "telnyx";

/** A request that a provider took. */
export interface TakenRequest {
  /** What the provider calls the call. */
  id: string;
  path: string;
  /** Field by field; of one that stands there several times all values, in order. */
  fields: Record<string, string[]>;
}

/** Twilio and Telnyx as far as telephone calls go: their interfaces, and what they send. */
export interface PhoneServer {
  addresses: { twilio: string; telnyx: string };
  taken: TakenRequest[];
  /** The recordings that are there, by their ids. */
  recordings: Map<string, Uint8Array>;
  stop(): Promise<void>;
}

export const phoneNumber = "+15005550006";
export const twilioPhone = { sid: "AC11111111111111111111111111111111", token: "phone-token" };
export const telnyxPhone = { applicationId: "1293384261075731499", apiKey: "KEY0123456789" };
const telnyxKeys = generateKeyPairSync("ed25519");

/** What the team enters for a provider. */
export const phoneSettings: Record<
  PhoneProviderName,
  Record<"settings" | "secrets", Record<string, string>>
> = {
  twilio: {
    settings: { provider: "twilio", number: phoneNumber, accountSid: twilioPhone.sid },
    secrets: { authToken: twilioPhone.token },
  },
  telnyx: {
    settings: {
      ...{ provider: "telnyx", number: phoneNumber, applicationId: telnyxPhone.applicationId },
      publicKey: telnyxKeys.publicKey
        .export({ format: "der", type: "spki" })
        .subarray(-32)
        .toString("base64"),
    },
    secrets: { apiKey: telnyxPhone.apiKey },
  },
};

/** Starts both. */
export async function startPhoneServer(): Promise<PhoneServer> {
  const taken: TakenRequest[] = [];
  const recordings = new Map<string, Uint8Array>();
  const web = await startWebServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://fake");
    const [, provider = "", ...rest] = url.pathname.split("/");
    const path = rest.join("/");
    const text = await readText(request);
    const asked = { method: request.method ?? "GET", path, url, text, request };
    const known = provider === "twilio" ? answerTwilio(asked) : answerTelnyx(asked);
    if (known instanceof Uint8Array)
      return void response.writeHead(200, { "content-type": "audio/mpeg" }).end(known);
    const [status, body] = known;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(status === 204 ? undefined : JSON.stringify(body));
  }

  function answerTwilio({ method, path, url, text, request }: Asked): [number, object] | Uint8Array {
    const right = Buffer.from(`${twilioPhone.sid}:${twilioPhone.token}`).toString("base64");
    if (request.headers.authorization !== `Basic ${right}`)
      return [401, { code: 20003, message: "Authenticate" }];
    const account = `2010-04-01/Accounts/${twilioPhone.sid}`;
    if (path === `${account}/IncomingPhoneNumbers.json`) {
      const isOwn = url.searchParams.get("PhoneNumber") === phoneNumber;
      return [200, { incoming_phone_numbers: isOwn ? [{ sid: "PN1", capabilities: { voice: true } }] : [] }];
    }
    const recording = new RegExp(`^${account}/Recordings/(\\w+)\\.(mp3|json)$`).exec(path)?.[1];
    if (recording !== undefined) {
      const bytes = recordings.get(recording);
      if (!bytes) return [404, { code: 20404, message: "The requested resource was not found" }];
      if (method !== "DELETE") return bytes;
      recordings.delete(recording);
      return [204, {}];
    }
    if (path !== `${account}/Calls.json` || method !== "POST") return [404, { code: 20404 }];
    const form = new URLSearchParams(text);
    const problem = findTwilioProblem(form);
    if (problem) return [400, problem];
    const id = newCallSid();
    taken.push({ id, path, fields: fieldsOf(form) });
    return [201, { sid: id, status: "queued" }];
  }

  function answerTelnyx({ method, path, url, text, request }: Asked): [number, object] {
    if (request.headers.authorization !== `Bearer ${telnyxPhone.apiKey}`)
      return [401, { errors: [{ code: "10009", title: "Authentication failed" }] }];
    if (path === "phone_numbers")
      return [
        200,
        { data: url.searchParams.get("filter[phone_number]") === phoneNumber ? [{ id: "1" }] : [] },
      ];
    if (path === `texml_applications/${telnyxPhone.applicationId}`) return [200, { data: { id: "1" } }];
    if (path !== `texml/calls/${telnyxPhone.applicationId}` || method !== "POST")
      return [404, { errors: [{ code: "10005", title: "Resource not found" }] }];
    const body = JSON.parse(text) as Record<string, unknown>;
    const form = new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)]));
    const wrong = [...form.keys()].find((name) => !callFields.includes(name) && name !== "UrlMethod");
    if (wrong) return [422, { errors: [{ detail: `Unknown parameter ${wrong}` }] }];
    if (typeof body["AsyncAmd"] !== "boolean")
      return [422, { errors: [{ detail: "AsyncAmd must be a boolean" }] }];
    if (!/^\+[1-9]\d{6,14}$/.test(form.get("To") ?? "")) return [422, { errors: [{ detail: "Invalid To" }] }];
    const id = newCallSid();
    taken.push({ id, path, fields: fieldsOf(form) });
    return [200, { from: phoneNumber, to: form.get("To"), status: "queued", call_sid: id }];
  }

  return {
    addresses: { twilio: `${web.origin}/twilio`, telnyx: `${web.origin}/telnyx` },
    ...{ taken, recordings, stop: web.stop },
  };
}

interface Asked {
  method: string;
  path: string;
  url: URL;
  text: string;
  request: IncomingMessage;
}

/** The fields of CreateCall in Twilio's description of its interface. */
const callFields =
  "To From Method FallbackUrl FallbackMethod StatusCallback StatusCallbackEvent StatusCallbackMethod SendDigits Timeout Record RecordingChannels RecordingStatusCallback RecordingStatusCallbackMethod SipAuthUsername SipAuthPassword MachineDetection MachineDetectionTimeout RecordingStatusCallbackEvent Trim CallerId MachineDetectionSpeechThreshold MachineDetectionSpeechEndThreshold MachineDetectionSilenceTimeout AsyncAmd AsyncAmdStatusCallback AsyncAmdStatusCallbackMethod Byoc CallReason CallToken RecordingTrack TimeLimit Url Twiml ApplicationSid".split(
    " ",
  );
const callEvents = ["initiated", "ringing", "answered", "completed"];

function findTwilioProblem(form: URLSearchParams): object | null {
  const refuse = (code: number, message: string) => ({ code, message, status: 400 });
  const unknown = [...form.keys()].find((name) => !callFields.includes(name));
  if (unknown) return refuse(20001, `${unknown} is no field of a call`);
  const {
    To = "",
    From = "",
    Url,
    Method,
    Timeout,
    TimeLimit,
    MachineDetection,
    AsyncAmd,
  } = Object.fromEntries(form);
  if (!/^\+[1-9]\d{6,14}$/.test(To)) return refuse(21211, "Invalid 'To' Phone Number");
  if (From !== phoneNumber) return refuse(21210, "'From' phone number not verified");
  if (To === "+15005550001") return refuse(21217, "Phone number does not appear to be valid");
  if (!Url || URL.parse(Url)?.protocol !== "https:") return refuse(21205, "Url is not a valid URL");
  if (Method !== "POST" && Method !== "GET") return refuse(21403, "Method must be GET or POST");
  if (form.getAll("StatusCallbackEvent").some((event) => !callEvents.includes(event)))
    return refuse(21626, "Invalid StatusCallbackEvent");
  if (MachineDetection !== "Enable" && MachineDetection !== "DetectMessageEnd")
    return refuse(21220, "Invalid MachineDetection");
  if (AsyncAmd !== "true" && AsyncAmd !== "false") return refuse(21220, "Invalid AsyncAmd");
  if (!(Number(Timeout) <= 600) || !(Number(TimeLimit) <= 86_400)) return refuse(21220, "Invalid Timeout");
  return null;
}

function fieldsOf(form: URLSearchParams): Record<string, string[]> {
  return Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name)]));
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // no encoding is set
  return Buffer.concat(chunks).toString();
}

export interface Signing {
  url: string;
  body: string;
  at: number;
}

/** The headers by which a provider signs a form. */
export function signForm(provider: PhoneProviderName, { url, body, at }: Signing): Record<string, string> {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  if (provider === "telnyx") {
    const seconds = String(Math.floor(at / 1000));
    const signature = sign(null, Buffer.from(`${seconds}|${body}`), telnyxKeys.privateKey).toString("base64");
    return { ...type, "telnyx-timestamp": seconds, "telnyx-signature-ed25519": signature };
  }
  return { ...type, "x-twilio-signature": signByTwilio(url, body) };
}

function signByTwilio(url: string, body = ""): string {
  const fields = [...new URLSearchParams(body)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const content = url + fields.map((pair) => pair.join("")).join("");
  return createHmac("sha1", twilioPhone.token).update(content).digest("base64");
}

export interface Line {
  server: { request: TestServer["request"]; clock: Pick<TestServer["clock"], "now"> };
  provider: PhoneProviderName;
  /** The address that the team pasted at the provider. */
  webhookUrl: string;
}

/** Posts a signed form to an address of the channel's, as the provider does. */
export function post(
  { server, provider, webhookUrl }: Line,
  path: string,
  form: Record<string, string>,
): Promise<Response> {
  const body = new URLSearchParams(form).toString();
  const headers = signForm(provider, { url: webhookUrl + path, body, at: server.clock.now() });
  const { pathname, search } = new URL(webhookUrl + path);
  return server.request(pathname + search, { method: "POST", body, headers });
}

let calls = 0;

/** An id that no other call of this process has. */
export function newCallSid(): string {
  calls += 1;
  return `CA${String(calls).padStart(32, "f")}`;
}

/** Has somebody call the number; gives what the provider was told to do. */
export async function ring(
  line: Line,
  { from = "+4930123456", callSid = newCallSid() } = {},
): Promise<Ringing> {
  const form = { CallSid: callSid, AccountSid: twilioPhone.sid, From: from, To: phoneNumber };
  const response = await post(line, "", { ...form, CallStatus: "ringing", Direction: "inbound" });
  return { callSid, status: response.status, document: await response.text() };
}

export interface Ringing {
  callSid: string;
  status: number;
  document: string;
}

/** The value of an attribute in a document, by the tag that it stands in. */
export function attributeOf(document: string, tag: string, name: string): string | undefined {
  const found = new RegExp(`<${tag}\\b[^>]*?\\s${name}="([^"]*)"`).exec(document)?.[1];
  return found
    ?.replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

interface Frame {
  type: string;
  token?: string;
  last?: boolean;
  handoffData?: string;
}

/** A call under way, as its provider has it. */
export interface PhoneTalk {
  frames: Frame[];
  send(frame: object): void;
  say(text: string): void;
  /** The caller speaks while these words are played: the rest is thrown away. */
  interrupt(utterance: string): void;
  /** Resolves with what is spoken from here on, up to a token that says it is the last. */
  heard(): Promise<string>;
  /** Resolves with what the call ended with. */
  ended(): Promise<Record<string, unknown>>;
  hangUp(): void;
  /** Resolves with the code that the socket is closed with. */
  closed: Promise<number>;
}

export interface Dialed {
  document: string;
  callSid: string;
  /** In place of the right ones. */
  ticket?: string;
  signature?: string;
  /** What is sent in place of setup. */
  first?: string | Uint8Array;
  /** When its socket is closed, where that is not a test's end. */
  atEnd?: (end: () => void) => void;
}

/** Listens for sockets at a server that is asked in process, until the test ends; gives its port. */
export async function listenForPhones({ app: { app } }: Pick<TestServer, "app">): Promise<number> {
  const listening = await listen({ app, host: "127.0.0.1", port: 0, report: () => undefined });
  onTestFinished(() => listening.stop(0));
  return listening.port;
}

/** Opens the socket that a document names. Rejects where the server refuses it, with its status. */
export async function openTalk(
  port: number,
  { document, callSid, ticket, signature, first, atEnd = onTestFinished }: Dialed,
): Promise<PhoneTalk> {
  const url = attributeOf(document, "ConversationRelay", "url") ?? "";
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  let read = 0;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${new URL(url).pathname}`, {
    headers: { "x-twilio-signature": signature ?? signByTwilio(url) },
  });
  const closed = Promise.withResolvers<number>();
  socket.on("close", (code) => closed.resolve(code));
  socket.on("message", (content: Buffer) => {
    frames.push(JSON.parse(content.toString()) as Frame); // from our own server
    waiting.forEach((look) => look());
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("unexpected-response", (_, { statusCode }) =>
      reject(new Error(`refused with ${statusCode}`)),
    );
    socket.once("error", reject);
  });
  socket.on("error", () => undefined);
  atEnd(() => socket.terminate());
  const send = (frame: object) => socket.send(JSON.stringify(frame));
  const parameter = ticket ?? attributeOf(document, "Parameter", "value");
  const setup = { type: "setup", sessionId: "VX1", callSid, from: "+4930123456", to: phoneNumber };
  if (first === undefined) send({ ...setup, direction: "inbound", customParameters: { ticket: parameter } });
  else socket.send(first);

  /** Resolves once a look finds something. */
  async function wait<Found>(look: () => Found | undefined): Promise<Found> {
    const now = look();
    if (now !== undefined) return now;
    return new Promise((resolve) => {
      const again = () => {
        const found = look();
        if (found === undefined) return;
        waiting.delete(again);
        resolve(found);
      };
      waiting.add(again);
    });
  }

  return {
    ...{ frames, send, closed: closed.promise },
    say: (voicePrompt) => send({ type: "prompt", voicePrompt, lang: "en-US", last: true }),
    interrupt(utteranceUntilInterrupt) {
      read = frames.length;
      send({ type: "interrupt", utteranceUntilInterrupt, durationUntilInterruptMs: "460" });
    },
    heard: () =>
      wait(() => {
        const end = frames.findIndex(({ type, last }, index) => index >= read && type === "text" && last);
        if (end < 0) return undefined;
        const spoken = frames.slice(read, end + 1).map(({ token = "" }) => token);
        read = end + 1;
        return spoken.join("");
      }),
    ended: () =>
      wait(() => {
        const end = frames.find(({ type }) => type === "end");
        return end && (JSON.parse(end.handoffData ?? "{}") as Record<string, unknown>); // written by our own server
      }),
    hangUp: () => socket.close(1000),
  };
}
