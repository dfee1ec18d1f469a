import type { OpenapiSecurity } from "./OpenapiDocument.ts";
import { isJson, resolveObject } from "./resolveReference.ts";
import type { Json } from "./resolveReference.ts";

/** Gives the alternatives by which an operation knows who asks. */
export function readSecurity(document: Json, requirements: unknown): OpenapiSecurity[][] {
  if (!Array.isArray(requirements)) return [];
  return requirements.filter(isJson).map((requirement) =>
    Object.entries(requirement).map(([name, scopes]) => ({
      name,
      ...readScheme(document, name),
      scopes: Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === "string") : [],
    })),
  );
}

type Scheme = Pick<OpenapiSecurity, "kind" | "in" | "parameter">;

function readScheme(document: Json, name: string): Scheme {
  const { components } = document;
  const schemes = isJson(components) && isJson(components.securitySchemes) ? components.securitySchemes : {};
  if (!Object.hasOwn(schemes, name)) return { kind: "other" };
  const { type, scheme, in: place, name: parameter } = resolveObject(document, schemes[name]);
  if (type === "apiKey" && typeof place === "string" && typeof parameter === "string")
    return { kind: "apiKey", in: place, parameter };
  if (type === "http" && typeof scheme === "string") {
    const kind = (["basic", "bearer"] as const).find((one) => one === scheme.toLowerCase());
    return { kind: kind ?? "other" };
  }
  return { kind: type === "oauth2" || type === "openIdConnect" ? type : "other" };
}
