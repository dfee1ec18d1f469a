import { upgrade } from "@scalar/openapi-upgrader";
import { OpenapiError } from "./OpenapiError.ts";
import { notOpenapi } from "./parseText.ts";
import { isJson } from "./resolveReference.ts";
import type { Json } from "./resolveReference.ts";

/** Gives a document of any version as one of OpenAPI 3.1, without what an import has no use for. */
export function upgradeDocument(document: Json): { version: string; document: Json } {
  const version = readVersion(document);
  try {
    return { version, document: upgrade(prune(document), "3.1") as unknown as Json }; // an object in, an object out
  } catch (error) {
    throw new OpenapiError(
      `The document can't be read as OpenAPI ${version}. Check it with an OpenAPI validator.`,
      { cause: error },
    );
  }
}

function readVersion({ openapi, swagger }: Json): string {
  // YAML reads a version without quotation marks as a number.
  const version = [openapi, swagger].find((one) => typeof one === "string" || typeof one === "number");
  if (version === undefined) throw new OpenapiError(notOpenapi);
  const text = Number.isInteger(version) ? `${version}.0` : String(version).trim();
  if (!/^(?:2\.0|3\.\d+)(?:\.|-|$)/.test(text))
    throw new OpenapiError(`OpenAPI ${text.slice(0, 20)} can't be imported. Use version 2.0, 3.0 or 3.1.`);
  return text;
}

/** Answers are most of a document. They stay where a reference may lead into them. */
function prune(document: Json): Json {
  const hasDeepReferences = JSON.stringify(document).includes('"#/paths/');
  const pruned: Json = { ...document };
  if (typeof document.swagger === "number") pruned.swagger = document.swagger.toFixed(1);
  if (typeof document.openapi === "number") pruned.openapi = document.openapi.toFixed(1);
  for (const name of ["tags", "webhooks", "externalDocs", "responses"]) delete pruned[name];
  if (isJson(document.components)) {
    const { responses, examples, headers, links, callbacks, ...kept } = document.components;
    void [responses, examples, headers, links, callbacks];
    pruned.components = kept;
  }
  if (isJson(document.paths))
    pruned.paths = mapObjects(document.paths, (item) => pruneItem(item, hasDeepReferences));
  return pruned;
}

function pruneItem(item: Json, keepsAnswers: boolean): Json {
  const kept = Object.entries(item).filter(
    ([name, value]) =>
      !name.startsWith("x-") && (isJson(value) || Array.isArray(value) || typeof value === "string"),
  );
  // The upgrade of 2.0 hands on what comes first.
  kept.sort(([one], [other]) => Number(other === "parameters") - Number(one === "parameters"));
  return Object.fromEntries(
    kept.map(([name, value]) => {
      if (!isJson(value) || keepsAnswers) return [name, value];
      const { responses, callbacks, ...operation } = value;
      void [responses, callbacks];
      return [name, operation];
    }),
  );
}

function mapObjects(object: Json, change: (value: Json) => Json): Json {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => (isJson(value) ? [[name, change(value)]] : [])),
  );
}
