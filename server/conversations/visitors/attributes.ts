import type { Attributes } from "../../../shared/contract/surfaces/surfaces.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { ContactRow } from "../tables.ts";

/** The most attributes of one visitor that are kept. */
const most = 50;

type Kept = Record<string, string | number | boolean>;

/** The attributes that a contact's row keeps. */
export function readAttributes({ attributes }: Pick<ContactRow, "attributes">): Kept {
  return JSON.parse(attributes) as Kept; // written by this file
}

/** Adds attributes to those that are kept; null takes one away. */
export function mergeAttributes(before: Attributes, changes: Attributes): Kept {
  const merged = keep({ ...before, ...changes });
  if (Object.keys(merged).length <= most) return merged;
  throw new AppError("invalid_input", {
    fields: [{ path: "body.data", message: `A visitor can have at most ${most} attributes.` }],
  });
}

/** Adds those that are kept to newer ones, as far as there is room: nobody is turned away for old attributes. */
export function fillAttributes(newer: Attributes, before: Attributes): Kept {
  const added = Object.entries(before).filter(([name]) => !Object.hasOwn(newer, name));
  return Object.fromEntries(Object.entries(keep({ ...newer, ...Object.fromEntries(added) })).slice(0, most));
}

function keep(attributes: Attributes): Kept {
  const entries = Object.entries(attributes).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  );
  return Object.fromEntries(entries);
}
