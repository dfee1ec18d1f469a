import { parseDocument } from "yaml";
import { OpenapiError } from "./OpenapiError.ts";
import { isJson } from "./resolveReference.ts";
import type { Json } from "./resolveReference.ts";

/** Reads JSON or YAML into an object. */
export function parseText(text: string): Json {
  const plain = text.replace(/^\ufeff/, "");
  const value = /^\s*[{[]/.test(plain) ? parseJson(plain) : parseYaml(plain);
  if (!isJson(value)) throw new OpenapiError(notOpenapi);
  return value;
}

/** What to say of a text that is something else. */
export const notOpenapi =
  "This isn't an OpenAPI document. It has to be JSON or YAML with “openapi: 3…” or “swagger: 2.0” in it.";

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // YAML allows braces too, with comments and without quotation marks.
    if (text.length < mostForSecondTry) return parseYaml(text);
    throw new OpenapiError(`The document is not valid JSON: ${readMessage(error)}.`, { cause: error });
  }
}

const mostForSecondTry = 200_000;

function parseYaml(text: string): unknown {
  const parsed = parseDocument(text, { logLevel: "silent", prettyErrors: false, uniqueKeys: false });
  const [fault] = parsed.errors;
  if (fault) {
    const line = text.slice(0, fault.pos[0]).split("\n").length;
    throw new OpenapiError(`The document is not valid YAML, line ${line}: ${fault.message.slice(0, 200)}.`);
  }
  try {
    // Text and back: anchors that several places share become copies, dates become text.
    return JSON.parse(JSON.stringify(parsed.toJS({ maxAliasCount: mostAliases })) ?? "null");
  } catch (error) {
    throw new OpenapiError(
      "The document's YAML anchors lead back to themselves or stand for too much. Write these parts out.",
      { cause: error },
    );
  }
}

const mostAliases = 100;

function readMessage(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : "it can't be read";
}
