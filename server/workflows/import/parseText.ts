import { parseDocument } from "yaml";
import { ImportProblem } from "./ImportProblem.ts";
import type { Json } from "./json.ts";

/** Reads JSON or YAML into an object. */
export function parseText(text: string): Json {
  const plain = text.replace(/^\ufeff/, "");
  const value = /^\s*[{[]/.test(plain) ? parseJson(plain) : parseYaml(plain);
  // n8n exports several workflows as a list; the first one counts.
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first !== "object" || first === null || Array.isArray(first))
    throw new ImportProblem("This file isn't an exported workflow. Choose a JSON or YAML export.");
  return first as Json; // just looked at
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : "it can't be read";
    throw new ImportProblem(`The file is not valid JSON: ${reason}. Export it again.`, { cause: error });
  }
}

function parseYaml(text: string): unknown {
  const parsed = parseDocument(text, { logLevel: "silent", prettyErrors: false, uniqueKeys: false });
  const [fault] = parsed.errors;
  if (fault) {
    const line = text.slice(0, fault.pos[0]).split("\n").length;
    throw new ImportProblem(
      `The file is not valid YAML, line ${line}: ${fault.message.slice(0, 200)}. Export it again.`,
    );
  }
  try {
    // Text and back: anchors that several places share become copies, dates become text.
    return JSON.parse(JSON.stringify(parsed.toJS({ maxAliasCount: mostAliases })) ?? "null");
  } catch (error) {
    throw new ImportProblem("The file’s YAML anchors are circular or expand too far.", {
      cause: error,
    });
  }
}

const mostAliases = 100;
