import * as v from "valibot";
import { factsOfContactField, mapContactFields } from "../../../domain/contactFields.ts";
import { email, phone, title } from "../../shapes.ts";

const checks = { email, phone, text: title(120) } satisfies Record<string, v.GenericSchema<string, string>>;

/** The texts of a contact as answers have them. */
export const knownContactFields = mapContactFields(() => v.nullable(v.string()));

/** The same as they come in, where each may be left out. */
export const saidContactFields = mapContactFields((field) => v.optional(checkOf(field)));

/** The same in a change: null takes one away. */
export const changedContactFields = mapContactFields((field) => v.optional(v.nullable(checkOf(field))));

/* @__NO_SIDE_EFFECTS__ */
function checkOf(field: Parameters<typeof factsOfContactField>[0]): v.GenericSchema<string, string> {
  return checks[factsOfContactField(field).kind];
}
