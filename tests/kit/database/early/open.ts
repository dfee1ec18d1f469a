import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import type { Store } from "../../../../server/database/store.ts";
import type { StoreKind } from "../stores.ts";

/**
 * Opens a database of the last version before the first release: an owner with an agent, and a visitor who got an
 * answer. The files beside this one were written by that version.
 */
export async function openEarlyDatabase({ newPlace, openAt }: StoreKind): Promise<Store> {
  const place = await newPlace();
  if (place.databaseUrl) {
    const client = new pg.Client(place.databaseUrl);
    await client.connect();
    await client.query(unpack("postgres.sql.gz").toString());
    await client.end();
  } else writeFileSync(join(place.dataDir, "pilothouse.db"), unpack("sqlite.db.gz"));
  return openAt(place);
}

function unpack(name: string): Buffer {
  return gunzipSync(readFileSync(join(import.meta.dirname, name)));
}
