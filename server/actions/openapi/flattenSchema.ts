import type { JsonSchema } from "./OpenapiDocument.ts";
import { isJson, resolveReference } from "./resolveReference.ts";
import type { Json } from "./resolveReference.ts";

/** How much is written out; shared by all schemas of a document. */
export interface SchemaBudget {
  /** Of the whole document. */
  left: number;
}

/**
 * Gives a schema of the document without references, for an input: what only answers have (`readOnly`) is left out. A
 * schema within itself is written out once more and then accepts anything, as does what lies deeper than the limit.
 */
export function flattenSchema(document: Json, schema: unknown, budget: SchemaBudget): JsonSchema {
  const own = { left: Math.min(budget.left, mostOfOne) };
  const before = own.left;
  const flat = flatten(schema, [], 0);
  budget.left -= before - own.left;
  return flat === true ? {} : flat === false ? { not: {} } : flat;

  function flatten(value: unknown, open: readonly string[], depth: number): JsonSchema | boolean {
    if (typeof value === "boolean") return value;
    if (!isJson(value)) return {};
    own.left -= 1;
    if (own.left <= 0 || depth > deepest) return {};
    if (typeof value.$ref !== "string") return flattenKeywords(value, open, depth);

    const { $ref, ...beside } = value;
    const times = open.filter((one) => one === $ref).length;
    if (times > mostWithinItself || open.length > deepest * 2) return pickWords(beside);
    const target = flatten(resolveReference(document, $ref), [...open, $ref], depth);
    const additions = flattenKeywords(beside, open, depth);
    return typeof target === "boolean" ? target : { ...target, ...additions };
  }

  function flattenKeywords(value: Json, open: readonly string[], depth: number): JsonSchema {
    const go = (one: unknown) => flatten(one, open, depth + 1);
    const result: JsonSchema = {};
    for (const [keyword, content] of Object.entries(value)) {
      if (schemaKeywords.has(keyword)) result[keyword] = go(content);
      else if (listKeywords.has(keyword) && Array.isArray(content)) result[keyword] = content.map(go);
      else if (mapKeywords.has(keyword) && isJson(content)) result[keyword] = flattenMap(content, go);
      else if (plainKeywords.has(keyword)) {
        result[keyword] = shorten(keyword, content);
        own.left -= countCost(result[keyword]);
      }
    }
    return isJson(result.properties) ? dropReadOnly(result, value.properties) : result;
  }

  function flattenMap(content: Json, go: (one: unknown) => JsonSchema | boolean): Json {
    const entries = Object.entries(content);
    return entries.length > own.left ? {} : Object.fromEntries(entries.map(([name, one]) => [name, go(one)]));
  }

  function dropReadOnly(result: JsonSchema, properties: unknown): JsonSchema {
    const isReadOnly = (name: string) => {
      const one = isJson(properties) ? properties[name] : undefined;
      return isJson(one) && one.readOnly === true;
    };
    const kept = Object.entries(result.properties as Json).filter(([name]) => !isReadOnly(name)); // made above
    const required = Array.isArray(result.required)
      ? result.required.filter((name) => typeof name === "string" && !isReadOnly(name))
      : [];
    delete result.required;
    return {
      ...result,
      properties: Object.fromEntries(kept),
      ...(required.length > 0 && { required }),
    };
  }
}

/** Above these a schema is no use to a person or a model, and a hostile document would take all memory. */
const mostOfOne = 3_000;
const deepest = 20;
const mostWithinItself = 1;
const longestText = 2_000;

const schemaKeywords = new Set(
  "items additionalProperties not if then else contains propertyNames unevaluatedItems unevaluatedProperties".split(
    " ",
  ),
);
const listKeywords = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const mapKeywords = new Set(["properties", "patternProperties", "dependentSchemas"]);
/** What OpenAPI adds (discriminator, xml, example, x-…) means nothing to a checker of JSON Schema. */
const plainKeywords = new Set(
  "type enum const format title description default examples deprecated writeOnly multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength pattern minItems maxItems uniqueItems minContains maxContains minProperties maxProperties required dependentRequired contentEncoding contentMediaType".split(
    " ",
  ),
);

function shorten(keyword: string, content: unknown): unknown {
  return typeof content === "string" && (keyword === "description" || keyword === "title")
    ? content.slice(0, longestText)
    : content;
}

function countCost(content: unknown): number {
  const length = typeof content === "string" ? content.length : JSON.stringify(content).length;
  return Math.ceil(length / charactersOfOne);
}

const charactersOfOne = 200;

function pickWords({ title, description }: Json): JsonSchema {
  return {
    ...(typeof title === "string" && { title: title.slice(0, longestText) }),
    ...(typeof description === "string" && { description: description.slice(0, longestText) }),
  };
}
