import type { CurlRequest } from "./curl.ts";
import { encodeBasic } from "./curl/basic.ts";
import type { CurlFormField } from "./curl/readFormField.ts";

/** A request as it is sent, but for what the connection adds itself: Host, Content-Length, Accept, User-Agent. */
export interface BuiltRequest {
  method: CurlRequest["method"];
  url: string;
  headers: [name: string, value: string][];
  body: Uint8Array<ArrayBuffer> | null;
}

/** Turns what was read from a curl command into the request's bytes. The boundary parts a form; make it a random one. */
export function buildCurlRequest(request: CurlRequest, boundary: string): BuiltRequest {
  const { method, url, query, auth } = request;
  const search = query.map(({ name, value }) => (value === null ? name : `${name}=${value}`)).join("&");
  const headers = request.headers.map(({ name, value }): [string, string] => [name, value]);
  if (auth.type === "basic")
    headers.push(["Authorization", `Basic ${encodeBasic(auth.username, auth.password)}`]);
  if (auth.type === "bearer") headers.push(["Authorization", `Bearer ${auth.token}`]);
  return {
    method,
    url: query.length > 0 ? `${url}?${search}` : url,
    headers: request.bodyType === "form-data" ? nameBoundary(headers, boundary) : headers,
    body: encodeBody(request, boundary),
  };
}

/** As curl does, a type that the command gives is kept, and the boundary follows it. */
function nameBoundary(headers: BuiltRequest["headers"], boundary: string): BuiltRequest["headers"] {
  const isType = ([name]: [string, string]) => name.toLowerCase() === "content-type";
  const [name, value] = headers.find(isType) ?? ["Content-Type", "multipart/form-data"];
  return [...headers.filter((header) => !isType(header)), [name, `${value}; boundary=${boundary}`]];
}

function encodeBody(request: CurlRequest, boundary: string): BuiltRequest["body"] {
  if (request.bodyType === null) return null;
  if (request.bodyType !== "form-data") return new TextEncoder().encode(request.body);
  const parts = request.body.map(
    (field) => `--${boundary}\r\n${describeField(field)}\r\n\r\n${field.value}\r\n`,
  );
  return new TextEncoder().encode(`${parts.join("")}--${boundary}--\r\n`);
}

function describeField({ name, fileName, contentType }: CurlFormField): string {
  const words = ["form-data"];
  if (name !== "") words.push(`name="${escapeName(name)}"`);
  if (fileName !== undefined) words.push(`filename="${escapeName(fileName)}"`);
  const type = contentType === undefined ? "" : `\r\nContent-Type: ${contentType}`;
  return `Content-Disposition: ${words.join("; ")}${type}`;
}

/** As browsers do. */
function escapeName(name: string): string {
  return name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
