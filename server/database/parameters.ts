const nul = "\u0000";

/**
 * Gives the values of a statement with the NUL character replaced: pages and files from outside contain it, Postgres
 * refuses it in text, and SQLite cuts some functions' results there.
 */
export function withoutNulCharacters(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) =>
    typeof value === "string" && value.includes(nul) ? value.replaceAll(nul, "\ufffd") : value,
  );
}
