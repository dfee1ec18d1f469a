import type { Pickable, Shelf } from "../../../../shared/contract/knowledge/connections.ts";
import { isMissing, ProviderFault } from "../../connected/faults.ts";
import type { Browsing, Access } from "../../connected/provider.ts";
import * as v from "valibot";
import {
  anyEntry,
  notionBlock,
  notionDatabase,
  notionDataSource,
  notionPage,
  readAs,
  readList,
  type NotionDataSource,
  type NotionPage,
} from "./shapes.ts";
import { plain } from "./walkNotion.ts";
import { titleOf, writePlain } from "./writeText.ts";

const entriesAtOnce = 50;
const entry = v.variant("object", [notionPage, notionDataSource]);

/** What a connection sees of its workspace: everything that was shared with it, what lies in a page, or what a search finds. */
export async function browseNotion(
  access: Access,
  { inside, search = "", link, cursor }: Browsing,
): Promise<Shelf> {
  if (link !== undefined) return { items: await resolveLink(access, link), next: null };
  if (inside && !search) return listInside(access, inside, cursor);
  const body = {
    ...{
      page_size: entriesAtOnce,
      ...(search && { query: search }),
      ...(cursor && { start_cursor: cursor }),
    },
    sort: { timestamp: "last_edited_time", direction: "descending" },
  };
  const { results, next } = await readList(access, entry, { path: "/search", request: { body } });
  return { items: results.filter(isThere).map(present), next };
}

/** `page:ID` holds pages and databases as blocks, `dataSource:ID` its rows. */
async function listInside(access: Access, inside: string, cursor: string | undefined): Promise<Shelf> {
  const [type = "", id = ""] = inside.split(":");
  if (!/^[\w-]{1,100}$/.test(id)) return { items: [], next: null };
  if (type === "page") {
    const query = { page_size: "100", ...(cursor && { start_cursor: cursor }) };
    const path = `/blocks/${id}/children`;
    const { results, next } = await readList(access, notionBlock, { path, request: { query } });
    return { items: results.flatMap(presentChild), next };
  }
  if (type === "database") {
    const { data_sources } = await readAs(access, notionDatabase, `/databases/${id}`);
    const items = data_sources.map((source): Pickable => ({
      ...{ id: plain(source.id), name: (source.name ?? "Untitled").slice(0, 300), type: "dataSource" },
      ...{ what: "Database", modifiedAt: null },
    }));
    return { items, next: null };
  }
  const body = { page_size: entriesAtOnce, ...(cursor && { start_cursor: cursor }) };
  const { results, next } = await readList(access, entry, {
    path: `/data_sources/${id}/query`,
    request: { body },
  });
  return { items: results.filter(isThere).map(present), next };
}

type Entry = NotionPage | NotionDataSource;

function isThere({ in_trash, archived }: Entry): boolean {
  return !in_trash && !archived;
}

function present(one: Entry): Pickable {
  const isPage = one.object === "page";
  const changed = Date.parse(one.last_edited_time);
  return {
    id: plain(one.id),
    name: (isPage ? titleOf(one) : writePlain(one.title) || "Untitled").slice(0, 300),
    type: isPage ? "page" : "dataSource",
    what: isPage ? "Page" : "Database",
    modifiedAt: Number.isNaN(changed) ? null : changed,
  };
}

function presentChild({ id, type, ...block }: v.InferOutput<typeof notionBlock>): Pickable[] {
  if (type !== "child_page" && type !== "child_database") return [];
  const { title } = (block[type] ?? {}) as { title?: unknown }; // read with care
  const name = (typeof title === "string" && title) || "Untitled";
  const isPage = type === "child_page";
  return [
    {
      ...{ id: plain(id), name: name.slice(0, 300), type: isPage ? "page" : "database" },
      ...{ what: isPage ? "Page" : "Database", modifiedAt: null },
    },
  ];
}

/** The id is at the end of the path, after the name; what follows `?` names a view of it. */
async function resolveLink(access: Access, link: string): Promise<Pickable[]> {
  const path = link.trim().split(/[?#]/)[0] ?? "";
  const id = /([0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12})\/?$/i.exec(path)?.[1];
  if (!id) return [];
  for (const kind of ["pages", "databases", "data_sources"]) {
    try {
      const found = await readAs(access, anyEntry, `/${kind}/${plain(id)}`);
      if (found.object !== "database") return [present(found)];
      const name = (writePlain(found.title) || "Untitled").slice(0, 300);
      return [{ id: plain(found.id), name, type: "database", what: "Database", modifiedAt: null }];
    } catch (error) {
      // Notion says 400 of an id that is of another kind.
      const isOther = error instanceof ProviderFault && error.status === 400;
      if (!isMissing(error) && !isOther) throw error;
    }
  }
  return [];
}
