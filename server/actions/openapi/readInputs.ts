import type { JsonSchema, OpenapiOperation, OpenapiParameter, ParameterPlace } from "./OpenapiDocument.ts";
import { OpenapiError } from "./OpenapiError.ts";
import { isJson, resolveObject } from "./resolveReference.ts";
import type { Json } from "./resolveReference.ts";

interface Source {
  document: Json;
  path: string;
  item: Json;
  operation: Json;
  flatten: (schema: unknown) => JsonSchema;
}

/** Gives what an operation takes: its parameters, its body, and one schema for all of it. */
export function readInputs(source: Source): Pick<OpenapiOperation, "parameters" | "body" | "input"> {
  const found = readParameters(source);
  const body = readBody(source);
  const properties: Record<string, JsonSchema> = {};
  for (const place of places) {
    const own = found.filter((one) => one.parameter.in === place);
    if (own.length > 0) properties[place] = describePlace(own);
  }
  const required = places.filter((place) => properties[place]?.required !== undefined) as string[];
  if (body) properties.body = body.schema;
  if (body?.isRequired) required.push("body");
  return {
    parameters: found.map(({ parameter }) => parameter),
    body: body && { contentType: body.contentType, isRequired: body.isRequired },
    input: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties,
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
  };
}

const places: ParameterPlace[] = ["path", "query", "header", "cookie"];

interface FoundParameter {
  parameter: OpenapiParameter;
  schema: JsonSchema;
}

function describePlace(found: readonly FoundParameter[]): JsonSchema {
  const required = found
    .filter(({ parameter }) => parameter.isRequired)
    .map(({ parameter }) => parameter.name);
  return {
    type: "object",
    properties: Object.fromEntries(found.map(({ parameter, schema }) => [parameter.name, schema])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** An operation's own parameters replace those of its path. */
function readParameters({ document, path, item, operation, flatten }: Source): FoundParameter[] {
  const byPlace = new Map<string, FoundParameter>();
  for (const list of [item.parameters, operation.parameters]) {
    if (!Array.isArray(list)) continue;
    for (const value of list) {
      const found = readParameter(resolveObject(document, value), flatten);
      if (found) byPlace.set(`${found.parameter.in} ${found.parameter.name}`, found);
    }
  }
  for (const [, name = ""] of path.matchAll(/\{([^{}]+)\}/g))
    if (!byPlace.has(`path ${name}`))
      byPlace.set(`path ${name}`, {
        parameter: { name, in: "path", isRequired: true, style: "simple", explode: false },
        schema: { type: "string" },
      });
  return [...byPlace.values()];
}

function readParameter(given: Json, flatten: Source["flatten"]): FoundParameter | null {
  const { name } = given;
  const place = places.find((one) => one === given.in);
  if (typeof name !== "string" || !place)
    throw new OpenapiError("A parameter of it has no name or no place (path, query, header or cookie).");
  // By the standard these three are said elsewhere.
  if (place === "header" && /^(?:accept|content-type|authorization)$/i.test(name)) return null;
  const content = isJson(given.content) ? Object.values(given.content)[0] : undefined;
  const schema = flatten(given.schema ?? (isJson(content) ? content.schema : undefined) ?? {});
  const style =
    typeof given.style === "string"
      ? given.style
      : place === "query" || place === "cookie"
        ? "form"
        : "simple";
  return {
    parameter: {
      name,
      in: place,
      isRequired: place === "path" || given.required === true,
      style,
      explode: typeof given.explode === "boolean" ? given.explode : style === "form",
    },
    schema: {
      ...schema,
      ...(typeof given.description === "string" && { description: given.description.slice(0, longestText) }),
    },
  };
}

const longestText = 2_000;

interface FoundBody {
  contentType: string;
  isRequired: boolean;
  schema: JsonSchema;
}

function readBody({ document, operation, flatten }: Source): FoundBody | null {
  if (operation.requestBody === undefined || operation.requestBody === null) return null;
  const body = resolveObject(document, operation.requestBody);
  const kinds = Object.entries(isJson(body.content) ? body.content : {});
  const [contentType, content] = kinds.sort(([one], [other]) => rankKind(one) - rankKind(other))[0] ?? [];
  if (contentType === undefined) return null;
  const media = resolveObject(document, content);
  return { contentType, isRequired: body.required === true, schema: flatten(media.schema ?? {}) };
}

/** Which of several kinds is taken: the one that says most about its fields. */
function rankKind(kind: string): number {
  const rank = [
    /^application\/(?:[\w.+-]*\+)?json\b/i,
    /x-www-form-urlencoded/i,
    /^multipart\/form-data/i,
  ].findIndex((pattern) => pattern.test(kind));
  return rank < 0 ? 3 : rank;
}
