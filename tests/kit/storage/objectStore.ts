import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { S3Settings } from "../../../server/storage/s3/settings.ts";
import { afterFile } from "../afterFile.ts";
import { refuseForm, refuseRequest } from "./sigV4.ts";
import type { Arrived, Keeper } from "./sigV4.ts";
import { startWebServer } from "../network/webServer.ts";
import type { WebServer } from "../network/webServer.ts";

interface StoredObject {
  bytes: Buffer;
  contentType: string;
  etag: string;
  at: number;
}

/** An object store that speaks S3 over HTTP, with one bucket, and checks every signature itself. */
export interface ObjectStore {
  /** How a server is set up for it, browsers sending straight to it. */
  settings: S3Settings & { publicUrl: string };
  /** By key. */
  objects: Map<string, StoredObject>;
  /** Every request, as `PUT /bucket/key`, and what it was answered. */
  answers: string[];
  /** Uploads in parts that were neither completed nor aborted. */
  uploads: Map<string, Map<number, Buffer>>;
  /** Answers the next `count` requests with 503 `SlowDown`. */
  failNext(count: number): void;
  stop(): Promise<void>;
}

export interface ObjectStoreOptions {
  now?: () => number;
  /** Older stores take no notice of `If-None-Match`. */
  ignoresConditions?: boolean;
  /** Answers conditions of writing with 501, as Backblaze B2 does. */
  refusesConditions?: boolean;
  /** How much it takes at once. */
  mostBytes?: number;
  /** What a part has at least, but for the last one. */
  leastPartBytes?: number;
  /** The first answer that an object was put together from its parts is lost on the way. */
  losesCompletion?: boolean;
}

const bucket = "agents";
const identity = { accessKeyId: "AKIATEST", secretAccessKey: "a/secret+of/the-store", region: "eu-test-1" };
const started: WebServer[] = [];

afterFile(async () => {
  for (const server of started.splice(0)) await server.stop();
});

/** Starts a store on a port of its own; it ends after the file. */
export async function startObjectStore(options: ObjectStoreOptions = {}): Promise<ObjectStore> {
  const { now = Date.now, ignoresConditions = false, refusesConditions = false } = options;
  const { mostBytes = 5 * 1024 ** 3, leastPartBytes = 5 * 1024 ** 2 } = options;
  const keeper: Keeper = { ...identity, now };
  const objects: ObjectStore["objects"] = new Map();
  const answers: string[] = [];
  const uploads: ObjectStore["uploads"] = new Map();
  let failures = 0;
  let mayLose = options.losesCompletion ?? false;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "" } = request;
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const arrived: Arrived = { method, target: url, headers, body: await buffer(request) };
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-methods", "PUT, POST");
    response.setHeader("access-control-allow-headers", "*");
    if (method === "OPTIONS") return void response.writeHead(204).end();
    const reply = failures > 0 ? refuse(503, "SlowDown") : await route(arrived);
    failures = Math.max(0, failures - 1);
    if (mayLose && method === "POST" && url.includes("uploadId") && reply.status === 200) {
      mayLose = false;
      return void response.destroy();
    }
    answers.push(`${method} ${url.split("?")[0]} ${reply.status} ${reply.code ?? ""}`.trim());
    response.writeHead(reply.status, reply.headers).end(method === "HEAD" ? undefined : reply.body);
  }

  async function route(arrived: Arrived): Promise<Reply> {
    const { pathname, searchParams } = new URL(arrived.target, "http://store");
    const [, inPath = "", ...rest] = pathname.split("/");
    const key = decodeURIComponent(rest.join("/"));
    if (arrived.method === "POST" && key === "") return takeForm(arrived, inPath);
    const code = refuseRequest(arrived, keeper);
    if (code) return refuse(403, code);
    if (inPath !== bucket) return refuse(404, "NoSuchBucket");
    if (arrived.method === "GET" && key === "") return list(searchParams);
    if (searchParams.has("uploads") || searchParams.has("uploadId"))
      return answerParts(arrived, key, searchParams);
    if (arrived.body.length > mostBytes) return refuse(400, "EntityTooLarge");
    if (arrived.method === "PUT") return put(arrived, key);
    const found = objects.get(key);
    if (arrived.method === "DELETE") return { status: objects.delete(key) ? 204 : 204 };
    if (!found) return refuse(404, "NoSuchKey");
    return give(found, arrived.headers["range"]);
  }

  function put({ headers, body }: Arrived, key: string): Reply {
    const conditions = ["if-none-match", "x-amz-copy-source-if-match"];
    if (refusesConditions && conditions.some((name) => headers[name] !== undefined))
      return refuse(501, "NotImplemented");
    const source = headers["x-amz-copy-source"];
    if (source) return copy(source, headers["x-amz-copy-source-if-match"], key);
    if (headers["content-length"] === undefined) return refuse(411, "MissingContentLength");
    if (headers["if-none-match"] === "*" && !ignoresConditions && objects.has(key))
      return refuse(412, "PreconditionFailed");
    return { status: 200, headers: { etag: keep(key, body, headers["content-type"]).etag } };
  }

  function answerParts({ method, body }: Arrived, key: string, search: URLSearchParams): Reply {
    if (search.has("uploads")) {
      const id = `upload-${uploads.size + 1}-${key}`;
      uploads.set(id, new Map());
      return xml(
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    const id = search.get("uploadId") ?? "";
    const parts = uploads.get(id);
    if (!parts) return refuse(404, "NoSuchUpload");
    if (method === "DELETE") return { status: uploads.delete(id) ? 204 : 404 };
    if (method === "PUT") {
      if (body.length > mostBytes) return refuse(400, "EntityTooLarge");
      parts.set(Number(search.get("partNumber")), body);
      return { status: 200, headers: { etag: etagOf(body) } };
    }
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
    const bytes = named.map(([, number, etag]) => ({ part: parts.get(Number(number)), etag }));
    if (bytes.some(({ part, etag }) => !part || etagOf(part) !== etag)) return refuse(400, "InvalidPart");
    const whole = bytes.flatMap(({ part }) => part ?? []);
    if (whole.slice(0, -1).some(({ length }) => length < leastPartBytes))
      return refuse(400, "EntityTooSmall");
    uploads.delete(id);
    const made = keep(key, Buffer.concat(whole));
    return xml(
      200,
      `<CompleteMultipartUploadResult><ETag>${made.etag}</ETag></CompleteMultipartUploadResult>`,
    );
  }

  function copy(source: string, etag: string | undefined, key: string): Reply {
    const found = objects.get(decodeURIComponent(source.replace(new RegExp(`^/?${bucket}/`), "")));
    if (!found) return refuse(404, "NoSuchKey");
    if (etag !== undefined && etag !== found.etag) return refuse(412, "PreconditionFailed");
    const made = keep(key, found.bytes, found.contentType);
    return xml(
      200,
      `<CopyObjectResult><ETag>${made.etag.replaceAll('"', "&quot;")}</ETag></CopyObjectResult>`,
    );
  }

  function list(search: URLSearchParams): Reply {
    const after = search.get("continuation-token") ?? "";
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(search.get("prefix") ?? "") && key > after)
      .sort();
    // Few at once, so that whoever reads has to ask on.
    const [page, last] = [keys.slice(0, 2), keys.length > 2 ? keys[1] : undefined];
    const contents = page.map((key) => {
      const at = new Date(objects.get(key)?.at ?? 0).toISOString();
      return `<Contents><Key>${key}</Key><LastModified>${at}</LastModified></Contents>`;
    });
    const next = last === undefined ? "" : `<NextContinuationToken>${last}</NextContinuationToken>`;
    return xml(200, `<ListBucketResult>${contents.join("")}${next}</ListBucketResult>`);
  }

  async function takeForm({ headers, body }: Arrived, inPath: string): Promise<Reply> {
    const type = headers["content-type"] ?? "";
    const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
    const fields = new Map<string, string>();
    // Object stores ignore what comes after the file.
    for (const [name, value] of form) {
      if (typeof value === "string") {
        fields.set(name.toLowerCase(), value);
        continue;
      }
      const bytes = Buffer.from(await value.arrayBuffer());
      const code = refuseForm({ fields, size: bytes.length, bucket: inPath }, keeper);
      if (code) return refuse(code.startsWith("Entity") ? 400 : 403, code);
      keep(fields.get("key") ?? "", bytes, fields.get("content-type"));
      return { status: Number(fields.get("success_action_status") ?? 204) };
    }
    return refuse(400, "InvalidArgument");
  }

  function keep(key: string, bytes: Buffer, contentType = "binary/octet-stream"): StoredObject {
    const made = { bytes, contentType, etag: etagOf(bytes), at: now() };
    objects.set(key, made);
    return made;
  }

  const server = await startWebServer((request, response) => {
    // Who cuts a request waits for no answer.
    void answer(request, response).catch(() => response.destroy());
  });
  started.push(server);
  const settings = {
    ...identity,
    endpoint: server.origin,
    bucket,
    publicUrl: server.origin,
    isPathStyle: true,
  };
  return {
    settings,
    objects,
    answers,
    uploads,
    failNext: (count) => void (failures += count),
    stop: server.stop,
  };
}

interface Reply {
  status: number;
  code?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

function give({ bytes, contentType, etag }: StoredObject, range: string | undefined): Reply {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
  const part = from === undefined ? bytes : bytes.subarray(Number(from), Number(to) + 1);
  const headers = { "content-type": contentType, "content-length": String(part.length), etag };
  return { status: from === undefined ? 200 : 206, headers, body: part };
}

function etagOf(bytes: Buffer): string {
  return `"${createHash("md5").update(bytes).digest("hex")}"`;
}

function xml(status: number, body: string): Reply {
  return { status, headers: { "content-type": "application/xml" }, body: `<?xml version="1.0"?>${body}` };
}

function refuse(status: number, code: string): Reply {
  return { ...xml(status, `<Error><Code>${code}</Code><Message>No.</Message></Error>`), code };
}
