import { sql } from "kysely";
import type { Expression, SqlBool } from "kysely";

/**
 * Whether a column's text holds these words, in whatever case: letter by letter, so that no sign of theirs stands for
 * any text. The two stores disagree on what escapes such a sign unless they are told.
 */
export function contains(column: Expression<string | null>, text: string): Expression<SqlBool> {
  return containsFolded(sql<string | null>`lower(${column})`, text.toLowerCase());
}

/** The same of text that was written in one case, which takes half as long. */
export function containsFolded(column: Expression<string | null>, text: string): Expression<SqlBool> {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<SqlBool>`${column} like ${pattern} escape '\\'`;
}
