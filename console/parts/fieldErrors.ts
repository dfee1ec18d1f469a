import type { FieldError } from "../../shared/errors/errors.ts";

/**
 * Gives what the server says is wrong with one field, by the end of its path: `name` finds `body.data.name`, and
 * `personality.text` finds `body.data.configuration.personality.text`.
 */
export function findFieldError(
  error: { fields: readonly FieldError[] } | null | undefined,
  name: string,
): string | undefined {
  return error?.fields.find(({ path }) => path === name || path.endsWith(`.${name}`))?.message;
}
