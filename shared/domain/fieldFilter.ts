/** Which conversations: those that carry the field, or a value of it, and with `isNot` all others. */
export interface FieldFilter {
  key: string;
  isNot: boolean;
  /** Null: any. */
  value: string | null;
}

export const filterPattern = /^(-?)([a-z][a-z0-9_]{0,39})(?::(.{1,500}))?$/s;

/** Reads `plan` (is set), `-plan` (is not set), `plan:Gold` (is), `-plan:Gold` (is not); null for what is none of these. */
export function readFieldFilter(text: string): FieldFilter | null {
  const [, not, key, value = null] = filterPattern.exec(text) ?? [];
  return key === undefined ? null : { key, isNot: not === "-", value };
}

export function writeFieldFilter({ key, isNot, value }: FieldFilter): string {
  return `${isNot ? "-" : ""}${key}${value === null ? "" : `:${value}`}`;
}
