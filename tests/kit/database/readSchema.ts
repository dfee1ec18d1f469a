import { sql } from "kysely";
import { dialectOf } from "../../../server/database/columns.ts";
import type { Db } from "../../../server/database/store.ts";

/** Says what a database is made of, as lines in one order: columns, keys and indices, without the rows. */
export async function readSchema(db: Db): Promise<string[]> {
  const { rows } = await (dialectOf(db) === "postgres" ? ofPostgres : ofSqlite).execute(db);
  return rows.map(({ line }) => line.replace(/\s+/g, " ").toLowerCase()).toSorted();
}

const ofPostgres = sql<{ line: string }>`
  select concat_ws(' ', table_name, column_name, data_type, column_default, is_nullable) as line
    from information_schema.columns where table_schema = 'public'
  union all select indexdef from pg_indexes where schemaname = 'public'
  union all select concat_ws(' ', conrelid::regclass::text, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace`;

const ofSqlite = sql<{ line: string }>`
  select concat_ws(' ', t.name, c.name, c.type, c."notnull", c.dflt_value, c.pk) as line
    from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table'
  union all select concat_ws(' ', t.name, k."from", k."table", k."to", k.on_delete)
    from sqlite_schema t, pragma_foreign_key_list(t.name) k where t.type = 'table'
  union all select concat_ws(' ', t.name, i."unique", i.origin, i.partial, c.seqno, c.name, c."desc",
      case when i.origin = 'c' then i.name end)
    from sqlite_schema t, pragma_index_list(t.name) i, pragma_index_xinfo(i.name) c where t.type = 'table'
  union all select sql from sqlite_schema where sql like '% where %' or sql like '%(case%' or sql like 'create virtual%'`;
