import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import type { Store, Tx } from "../../database/store.ts";

interface PageKey {
  organizationId: string;
  sourceId: string;
  /** The page's. */
  key: string;
}

/** What a site said of a page's state, and where the page leads. */
export interface Fetch {
  etag: string | null;
  lastModified: string | null;
  links: readonly string[];
}

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Keeps what a site said of a page that was stored, and where the page leads. */
export async function keepFetch(
  store: Store,
  page: PageKey,
  { etag, lastModified, links }: Fetch,
): Promise<void> {
  const { organizationId, sourceId, key } = page;
  const state = { etag, lastModified, links: await deflate(JSON.stringify(links)) };
  await store.db
    .insertInto("pageFetches")
    .values({ organizationId, sourceId, key, ...state })
    .onConflict((conflict) => conflict.columns(["organizationId", "sourceId", "key"]).doUpdateSet(state))
    .execute();
}

/** Forgets it together with the text that it was said of: whatever comes in its place is asked for whole. */
export async function forgetFetch(tx: Tx, { organizationId, sourceId, key }: PageKey): Promise<void> {
  await tx
    .deleteFrom("pageFetches")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("key", "=", key)
    .execute();
}

/** What the site said of a page that is stored completely and without fault; nothing where it is to be read anyway. */
export async function findFetch(store: Store, page: PageKey): Promise<Omit<Fetch, "links"> | undefined> {
  return selectFetch(store, page)
    .innerJoin("pages", (join) =>
      join
        .onRef("pages.organizationId", "=", "pageFetches.organizationId")
        .onRef("pages.sourceId", "=", "pageFetches.sourceId")
        .onRef("pages.key", "=", "pageFetches.key"),
    )
    .select(["etag", "lastModified"])
    .where("pages.status", "=", "ready")
    .where("pages.hash", "!=", "")
    .where("pages.error", "is", null)
    .where("pages.excluded", "=", 0)
    .executeTakeFirst();
}

/** Where the page led when it was read. */
export async function readLinks(store: Store, page: PageKey): Promise<string[]> {
  const row = await selectFetch(store, page).select("links").executeTakeFirst();
  return row ? (JSON.parse((await inflate(row.links)).toString("utf8")) as string[]) : []; // written by keepFetch
}

function selectFetch({ db }: Store, { organizationId, sourceId, key }: PageKey) {
  return db
    .selectFrom("pageFetches")
    .where("pageFetches.organizationId", "=", organizationId)
    .where("pageFetches.sourceId", "=", sourceId)
    .where("pageFetches.key", "=", key);
}
