import { httpMethods } from "../../../shared/domain/httpMethods.ts";
import type { HttpMethod } from "../../../shared/domain/httpMethods.ts";
import { flattenSchema } from "./flattenSchema.ts";
import type { SchemaBudget } from "./flattenSchema.ts";
import type { OpenapiDocument, OpenapiOperation } from "./OpenapiDocument.ts";
import { OpenapiError } from "./OpenapiError.ts";
import { parseText } from "./parseText.ts";
import { readInputs } from "./readInputs.ts";
import { readSecurity } from "./readSecurity.ts";
import { readServers } from "./readServers.ts";
import { isJson, resolveObject } from "./resolveReference.ts";
import type { Json } from "./resolveReference.ts";
import { upgradeDocument } from "./upgradeDocument.ts";

/**
 * Reads an OpenAPI document of version 2.0 or 3, JSON or YAML, on the calling thread and without bounds on time and
 * memory: only the reader's process and tests call it. Throws an OpenapiError that says why it can't be read.
 */
export function readOpenapi(text: string): OpenapiDocument {
  const { version, document } = upgradeDocument(parseText(text));
  const operations: OpenapiOperation[] = [];
  const leftOut: OpenapiDocument["leftOut"] = [];
  const ids = new Set<string>();
  const budget: SchemaBudget = { left: mostSchemas };
  for (const { method, path, item, operation } of listOperations(document, leftOut)) {
    try {
      if (operations.length >= mostOperations) throw new OpenapiError(tooMany);
      if (budget.left <= 0) throw new OpenapiError(tooLarge);
      const name = pickId({ method, path, operation, ids });
      operations.push({ id: name, ...readOperation({ document, method, path, item, operation, budget }) });
      ids.add(name);
    } catch (error) {
      if (!(error instanceof OpenapiError)) throw error;
      leftOut.push({ method, path, why: error.message });
    }
  }
  const [first] = leftOut;
  if (operations.length === 0)
    throw new OpenapiError(
      first
        ? `No operation can be imported. ${first.method} ${first.path}: ${first.why}`
        : "The document has no operations.",
    );
  const title = isJson(document.info) ? readText(document.info.title) : "";
  return { title, version, operations, leftOut: leftOut.slice(0, mostOperations) };
}

const mostOperations = 2_000;
const mostSchemas = 300_000;
const tooMany = "A document can bring 2,000 operations. Split it to import the others.";
const tooLarge = "The schemas of the document are too large in all. Split it to import the others.";

interface Found {
  method: HttpMethod;
  path: string;
  item: Json;
  operation: Json;
}

function* listOperations(document: Json, leftOut: OpenapiDocument["leftOut"]): Generator<Found> {
  for (const [path, value] of Object.entries(isJson(document.paths) ? document.paths : {})) {
    if (!path.startsWith("/")) continue;
    let item: Json;
    try {
      item = resolveObject(document, value);
    } catch (error) {
      if (!(error instanceof OpenapiError)) throw error;
      leftOut.push({ method: "", path, why: error.message });
      continue;
    }
    for (const name of Object.keys(item)) {
      const method = httpMethods.find((one) => one.toLowerCase() === name);
      const operation = item[name];
      if (method && isJson(operation)) yield { method, path, item, operation };
      else if (/^(?:trace|query)$/.test(name))
        leftOut.push({ method: name.toUpperCase(), path, why: "Method not allowed" });
    }
  }
}

function pickId({ method, path, operation, ids }: Omit<Found, "item"> & { ids: Set<string> }): string {
  const made = `${method.toLowerCase()} ${path}`.replace(/[^A-Za-z0-9]+/g, "_").replace(/^_|_$/g, "");
  const own = readText(operation.operationId).trim() || made;
  let id = own;
  for (let number = 2; ids.has(id); number += 1) id = `${own}_${number}`;
  return id;
}

function readOperation({
  document,
  method,
  path,
  item,
  operation,
  budget,
}: Found & { document: Json; budget: SchemaBudget }): Omit<OpenapiOperation, "id"> {
  const inputs = readInputs({
    document,
    path,
    item,
    operation,
    flatten: (schema) => flattenSchema(document, schema, budget),
  });
  return {
    method,
    path,
    summary: readText(operation.summary) || readText(item.summary),
    description: readText(operation.description) || readText(item.description),
    servers: readServers([operation.servers, item.servers, document.servers]),
    ...inputs,
    security: readSecurity(document, operation.security ?? document.security),
  };
}

const longestText = 2_000;

function readText(value: unknown): string {
  return typeof value === "string" ? value.slice(0, longestText) : "";
}
