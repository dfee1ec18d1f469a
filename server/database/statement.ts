import type { Compilable, CompiledQuery, RawBuilder } from "kysely";
import { dialectOf } from "./columns.ts";
import type { Db } from "./store.ts";

/**
 * Gives a function that runs one statement with other values each time and gives its rows. Its text is made once for each
 * store and each set of names that have a value, which costs as much as SQLite's own work with it: for what every answer
 * needs. `build` gets marks in place of the values, so it hands them on to the statement alone and looks at none.
 */
export function statement<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row> | RawBuilder<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const made = new Map<string, CompiledQuery<Row>>();
  return async (db, values) => {
    const names = Object.keys(values).filter((name) => Reflect.get(values, name) !== undefined);
    const key = `${dialectOf(db)} ${names.join(" ")}`;
    let query = made.get(key);
    if (!query) {
      const marks = Object.fromEntries(names.map((name) => [name, new Mark(name)]));
      query = build(db, marks as Values).compile(db); // a mark for each name that has a value
      made.set(key, query);
    }
    const parameters = query.parameters.map((one) =>
      one instanceof Mark ? Reflect.get(values, one.name) : one,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

/** Stands in a statement where the value of this name goes. */
class Mark {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}
