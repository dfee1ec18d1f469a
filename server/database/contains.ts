import { sql } from "kysely";
import type { Expression, SqlBool } from "kysely";

/**
 * Whether a column's text holds these words, in whatever case: letter by letter, so that no sign of theirs stands for
 * any text. The two stores disagree on what escapes such a sign unless they are told.
 */
export function contains(column: Expression<string | null>, text: string): Expression<SqlBool> {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  return sql<SqlBool>`lower(${column}) like ${pattern} escape '\\'`;
}
