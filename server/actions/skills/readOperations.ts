import type { ImportedSkills, SkillDraft, SkillInput } from "../../../shared/contract/skills/skills.ts";
import { maxFormFields } from "../../../shared/domain/forms.ts";
import type { FieldType } from "../../../shared/domain/forms.ts";
import { riskOf, skillMethods } from "../../../shared/domain/skills.ts";
import type { SkillMethod } from "../../../shared/domain/skills.ts";
import type {
  JsonSchema,
  OpenapiDocument,
  OpenapiOperation,
  OpenapiSecurity,
} from "../openapi/OpenapiDocument.ts";

/**
 * Makes each operation of a document a skill that can be added, or says why it is none. Nothing is fetched. Servers that are
 * named by a path alone lie where the document does.
 */
export function readOperations(
  { title, operations, leftOut }: OpenapiDocument,
  documentUrl?: string,
): ImportedSkills {
  const imported: ImportedSkills = { title, operations: [], leftOut: [...leftOut] };
  const names = new Set<string>();
  for (const operation of operations) {
    const { method, path } = operation;
    const servers = operation.servers.flatMap((server) => findServer(server, documentUrl));
    const draft = toDraft({ ...operation, servers }, names);
    if (typeof draft === "string") imported.leftOut.push({ method, path, why: draft });
    else imported.operations.push({ method, path, skill: draft });
  }
  return imported;
}

function findServer(server: string, documentUrl: string | undefined): string[] {
  if (documentUrl === undefined || !URL.canParse(server, documentUrl)) return [server];
  return [/^https?:\/\//i.test(server) ? server : new URL(server, documentUrl).href.replace(/\/$/, "")];
}

/** An input with where it goes. */
interface PlacedInput {
  place: "path" | "query" | "header" | "body";
  /** As the document calls it. */
  name: string;
  input: SkillInput;
}

function toDraft(operation: OpenapiOperation, names: Set<string>): SkillDraft | string {
  const method = skillMethods.find((one) => one === operation.method);
  if (!method) return `${operation.method} is not a method that an action can use.`;
  const server = operation.servers.find((one) => /^https?:\/\//i.test(one));
  if (server === undefined) return "The document doesn't say on which server it is.";
  const inputs = listInputs(operation);
  if (typeof inputs === "string") return inputs;
  const auth = readAuth(operation.security);
  if (auth === null) return "Its way to sign in is not supported yet.";
  const title = (operation.summary || operation.id).trim().slice(0, 120) || operation.id.slice(0, 120);
  return {
    name: nameSkill(operation.id, names),
    title,
    description: (operation.description || operation.summary || title).trim().slice(0, 1000),
    examples: [],
    inputs: inputs.map(({ input }) => input),
    enabled: true,
    risk: riskOf(method),
    ...{ verifiedOnly: false, oncePerConversation: false, timeoutSeconds: 10, answer: "" },
    config: {
      kind: "http",
      method,
      url: writeUrl(server, operation.path, inputs),
      query: listPairs(inputs, "query"),
      headers: listPairs(inputs, "header"),
      ...writeBody(method, operation, inputs),
      auth,
      pick: "",
    },
  };
}

function listInputs({ input, body }: OpenapiOperation): PlacedInput[] | string {
  const inputs: PlacedInput[] = [];
  const taken = new Set<string>();
  for (const place of ["path", "query", "header", "body"] as const) {
    const schema = propertyOf(input, place);
    if (!schema) continue;
    const properties = Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>);
    const required = new Set((schema["required"] ?? []) as string[]);
    if (place === "body" && properties.length === 0 && body?.isRequired)
      return "Its body has no named fields, which actions don't support yet.";
    for (const [name, property] of properties) {
      const field = readField(property);
      if (!field && required.has(name))
        return `Its field ${name} is a list or an object, which actions don't support yet.`;
      if (!field) continue;
      const id = nameInput(name, taken);
      const about = typeof property["description"] === "string" ? property["description"] : "";
      inputs.push({
        ...{ place, name },
        input: {
          ...{ id, ...field, label: name.slice(0, 120), description: about.slice(0, 500), from: null },
          validations: { required: place === "path" || required.has(name) },
        },
      });
    }
  }
  return inputs.length > maxFormFields ? inputs.filter(({ input: one }) => one.validations.required) : inputs;
}

function propertyOf(schema: JsonSchema, name: string): JsonSchema | undefined {
  return (schema["properties"] as Record<string, JsonSchema> | undefined)?.[name];
}

function readField(schema: JsonSchema): { type: FieldType; options: string[] } | null {
  const types = [schema["type"]].flat().filter((one) => one !== "null");
  const values = Array.isArray(schema["enum"]) ? schema["enum"].filter((one) => one !== null) : [];
  if (values.length > 0 && values.length <= 100) return { type: "choice", options: values.map(String) };
  const [type] = types;
  if (type === "boolean") return { type: "yesNo", options: [] };
  if (type === "number" || type === "integer") return { type: "number", options: [] };
  if (type === "array" || type === "object" || types.length > 1) return null;
  const byFormat: Record<string, FieldType> = { date: "date", email: "email" };
  return { type: byFormat[String(schema["format"])] ?? "text", options: [] };
}

function nameInput(name: string, taken: Set<string>): string {
  return makeUnique(name.replace(/[^A-Za-z0-9_]+/g, "_").replace(/^[^A-Za-z]+/, "") || "value", taken, 60);
}

function nameSkill(id: string, taken: Set<string>): string {
  return makeUnique(id.replace(/[^A-Za-z0-9_-]+/g, "_").replace(/^_+|_+$/g, "") || "action", taken, 60);
}

function makeUnique(wanted: string, taken: Set<string>, longest: number): string {
  const base = wanted.slice(0, longest);
  let name = base;
  for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${base}_${count}`;
  taken.add(name.toLowerCase());
  return name;
}

function writeUrl(server: string, path: string, inputs: readonly PlacedInput[]): string {
  const ids = new Map(
    inputs.filter(({ place }) => place === "path").map(({ name, input }) => [name, input.id]),
  );
  const filled = path.replace(/\{([^{}]+)\}/g, (whole, name: string) =>
    ids.has(name) ? `{{${ids.get(name)}}}` : whole,
  );
  return server.replace(/\/+$/, "") + filled;
}

function listPairs(
  inputs: readonly PlacedInput[],
  wanted: "query" | "header",
): { name: string; value: string }[] {
  return inputs
    .filter(({ place }) => place === wanted)
    .map(({ name, input }) => ({ name, value: `{{${input.id}}}` }));
}

function writeBody(
  method: SkillMethod,
  { body }: OpenapiOperation,
  inputs: readonly PlacedInput[],
): { bodyType: "none" | "json" | "form"; body: string } {
  const fields = inputs.filter(({ place }) => place === "body");
  if (!body || fields.length === 0 || method === "GET") return { bodyType: "none", body: "" };
  if (body.contentType.includes("urlencoded"))
    return { bodyType: "form", body: fields.map(({ name, input }) => `${name}={{${input.id}}}`).join("\n") };
  const lines = fields.map(({ name, input }) => `  ${JSON.stringify(name)}: {{${input.id}}}`);
  return { bodyType: "json", body: `{\n${lines.join(",\n")}\n}` };
}

type Auth = Extract<SkillDraft["config"], { kind: "http" }>["auth"];

/** The first way to sign in that takes one secret; null where there is none. */
function readAuth(alternatives: readonly OpenapiSecurity[][]): Auth | null {
  if (alternatives.length === 0 || alternatives.some((kinds) => kinds.length === 0)) return { type: "none" };
  for (const kinds of alternatives) {
    const [only, ...more] = kinds;
    if (!only || more.length > 0) continue;
    const { kind, parameter } = only;
    if (kind === "basic") return { type: "basic", username: "" };
    if (kind === "bearer" || kind === "oauth2" || kind === "openIdConnect") return { type: "bearer" };
    if (kind === "apiKey" && parameter && only.in === "header") return { type: "header", name: parameter };
    if (kind === "apiKey" && parameter && only.in === "query") return { type: "query", name: parameter };
  }
  return null;
}
