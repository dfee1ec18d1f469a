/** Gives a field of what a service sent, or of an error; nothing of what has no fields. */
export function readField(value: unknown, field: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, field) : undefined;
}
