import { AppError } from "../../shared/errors/errors.ts";

const deepest = 32;
/** Names by which assigning from outside reaches the prototypes of all objects. */
const refusedKeys = new Set(["__proto__", "constructor", "prototype"]);

/** Reads a JSON body: 415 for another type, 400 for what is no JSON, is nested too deeply or has keys that pollute. */
export function parseJsonBody(bytes: Uint8Array, contentType: string | null): unknown {
  if (bytes.byteLength === 0) return undefined;
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(contentType ?? "")) {
    throw new AppError("unsupported_media", { message: "Send JSON with Content-Type: application/json." });
  }
  const value = parse(bytes);
  refuseHostile(value);
  return value;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(replaceUnkept(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch {
    throw refusal("This is not valid JSON in UTF-8.");
  }
}

/** An escape: of a whole pair, of what no database keeps, or of anything else, such as of the sign that begins escapes. */
const escapes =
  /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(\\u(?:0000|[dD][89a-fA-F][\da-fA-F]{2}))|\\./gs;

/**
 * Replaces NUL and halves of characters, which come in as escapes alone. The databases keep neither: what is answered, told
 * and compared with a repeat is from here on what will be read.
 */
function replaceUnkept(json: string): string {
  if (!json.includes("\\u")) return json;
  return json.replace(escapes, (all, unkept?: string) => (unkept === undefined ? all : "\ufffd"));
}

/** Walks without recursion, so that depth costs nothing but being refused. */
function refuseHostile(root: unknown): void {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) throw refusal(`This is nested more than ${deepest} levels deep.`);
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== "object" || value === null) continue;
      if (!Array.isArray(value) && Object.keys(value).some((key) => refusedKeys.has(key))) {
        throw refusal("A field has a name that is not allowed.");
      }
      for (const child of Array.isArray(value) ? value : Object.values(value)) {
        // Only what holds others is looked into: a long list of numbers costs one pass.
        if (typeof child === "object" && child !== null) next.push(child);
      }
    }
    level = next;
  }
}

function refusal(message: string): AppError {
  return new AppError("invalid_input", { fields: [{ path: "body", message }] });
}
