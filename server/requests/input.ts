import * as v from "valibot";
import type { AnyCall } from "../../shared/contract/call.ts";
import { id } from "../../shared/contract/shapes.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { FieldError } from "../../shared/errors/errors.ts";

const mostFieldsNamed = 20;

/** Path parameters are ids: what can't be one belongs to nothing, so it is as missing as an unknown id. */
export function checkParams(params: Record<string, string>): Record<string, string> {
  for (const value of Object.values(params)) {
    if (!v.is(id, value) || /[\u0000-\u001f\u007f/\\]/.test(value)) throw new AppError("not_found");
  }
  return params;
}

/** Holds query and body against the contract; `invalid_input` names every field that is wrong by its path. */
export function checkInput(
  call: AnyCall,
  search: URLSearchParams,
  body: unknown,
): { query: unknown; body: unknown } {
  const query = call.query ? readQuery(search) : { value: undefined, fields: [] };
  const checkedQuery = call.query ? check("query", call.query, query.value) : nothing;
  const checkedBody = call.body ? check("body", call.body, body) : nothing;
  const fields = [...query.fields, ...checkedQuery.fields, ...checkedBody.fields];
  if (fields.length > 0) throw new AppError("invalid_input", { fields: fields.slice(0, mostFieldsNamed) });
  return { query: checkedQuery.value, body: checkedBody.value };
}

interface Checked {
  value: unknown;
  fields: FieldError[];
}

const nothing: Checked = { value: undefined, fields: [] };

/** A name that stands twice could be read in two ways, so it is refused. */
function readQuery(search: URLSearchParams): Checked {
  const names = [...search.keys()];
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return {
    value: Object.fromEntries(search),
    fields: [...twice].map((name) => ({ path: `query.${name}`, message: "This is given more than once." })),
  };
}

function check(place: string, schema: v.GenericSchema, value: unknown): Checked {
  const result = v.safeParse(schema, value, { message: sayPlainly });
  if (result.success) return { value: result.output, fields: [] };
  return { value: undefined, fields: result.issues.map((issue) => describe(place, issue)) };
}

function describe(place: string, issue: v.BaseIssue<unknown>): FieldError {
  const keys = (issue.path ?? []).map((step) => String(step.key));
  return { path: [place, ...keys].join("."), message: wordsFor(issue) };
}

/** What is wrong, in a sentence of the contract's or of ours. */
function wordsFor({ kind, received, message }: v.BaseIssue<unknown>): string {
  // The words for a field left out (specification 5).
  if (received === "undefined" && kind === "schema") return "Field is required";
  return message.slice(0, 200);
}

/** Says what would be taken, where the contract has no words of its own for it. */
function sayPlainly({ type, input, requirement, expected, message }: v.BaseIssue<unknown>): string {
  const things = typeof input === "string" ? "characters" : "entries";
  switch (type) {
    case "max_length":
      return `Use at most ${requirement} ${things}.`;
    case "min_length":
      return `Use at least ${requirement} ${things}.`;
    case "max_value":
      return `Use ${requirement} or less.`;
    case "min_value":
      return `Use ${requirement} or more.`;
    case "integer":
      return "Use a whole number.";
    case "picklist":
      return `Use one of these: ${[...(expected ?? "").matchAll(/"([^"]*)"/g)].map(([, one]) => one).join(", ")}.`;
    case "strict_object":
      return expected === "never" ? "Unknown field." : message;
    default:
      return message;
  }
}
