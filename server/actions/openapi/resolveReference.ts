import { OpenapiError } from "./OpenapiError.ts";

export type Json = Record<string, unknown>;

/** Tells whether a value is an object with names, and no list. */
export function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Gives a part of the document by its reference, `#/components/schemas/Pet`. Nothing outside of it is fetched. */
export function resolveReference(document: Json, reference: string): unknown {
  const shown = reference.slice(0, 200);
  if (!reference.startsWith("#"))
    throw new OpenapiError(
      `It refers to another document (${shown}). Bundle all parts into one document and import that.`,
    );
  let value: unknown = document;
  for (const part of reference.slice(1).split("/").slice(1)) {
    const name = decode(part).replaceAll("~1", "/").replaceAll("~0", "~");
    const isThere = typeof value === "object" && value !== null && Object.hasOwn(value, name);
    value = isThere ? (value as Json)[name] : undefined; // lists have their numbers as names
  }
  if (value === undefined) throw new OpenapiError(`It refers to ${shown}, which the document does not have.`);
  return value;
}

/** Follows references until there is an object that is none. */
export function resolveObject(document: Json, value: unknown): Json {
  let found = value;
  for (let step = 0; step < mostSteps; step += 1) {
    if (!isJson(found)) throw new OpenapiError("A part of it is not an object.");
    if (typeof found.$ref !== "string") return found;
    found = resolveReference(document, found.$ref);
  }
  throw new OpenapiError("A reference in it leads back to itself.");
}

const mostSteps = 30;

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
