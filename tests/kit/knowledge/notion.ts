import type { ConnectedSettings } from "../../../server/knowledge/connected/settings.ts";
import {
  startConnectedProvider,
  type Asked,
  type ConnectedProvider,
  type Reply,
} from "./connectedProvider.ts";

type Block = { type: string; children?: Block[] } & Record<string, unknown>;

/** A page as the workspace holds it: `parent` is a page, or a data source whose row it is. */
export interface HeldPage {
  id: string;
  title: string;
  parent: string | null;
  editedAt: string;
  blocks: Block[];
  properties?: Record<string, unknown>;
  inTrash?: boolean;
}

export interface HeldDatabase {
  id: string;
  title: string;
  parent: string;
  sources: { id: string; name: string }[];
}

export interface NotionServer extends ConnectedProvider {
  pages: HeldPage[];
  databases: HeldDatabase[];
  /** How long a page of a list is. */
  pageSize: number;
  /** A token of an internal connection. */
  token: string;
  settings: ConnectedSettings["notion"];
  put(page: Partial<HeldPage> & { id: string }): HeldPage;
}

/** The Notion API on this machine, in the version that the product asks for. */
export async function startNotion(): Promise<NotionServer> {
  const token = "ntn_internal-token";
  const provider = await startConnectedProvider({
    isJson: true,
    paths: { authorize: "/v1/oauth/authorize", token: "/v1/oauth/token" },
    tokenAnswer: { bot_id: "bot-1", workspace_id: "workspace-1", workspace_name: "Harbour", owner: {} },
    refusal: { status: 401, json: errorOf(401, "unauthorized", "API token is invalid.") },
    answer: (asked) => answer(notion, asked),
  });
  const pages: HeldPage[] = [];
  const notion: NotionServer = {
    ...provider,
    ...{ pages, databases: [], pageSize: 100, token },
    settings: {
      ...{ clientId: provider.clientId, clientSecret: provider.clientSecret },
      baseUrl: `${provider.origin}/v1`,
    },
    put(page) {
      const whole = {
        ...{ title: page.id, parent: null, editedAt: "2026-01-01T00:00:00.000Z", blocks: [] },
        ...page,
      };
      const at = pages.findIndex(({ id }) => id === page.id);
      if (at >= 0) pages[at] = whole;
      else pages.push(whole);
      return whole;
    },
  };
  provider.accessTokens.add(token);
  return notion;
}

/** An id as Notion has them, for a small number. */
export function notionId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

/** A text as Notion writes it. */
export function rich(text: string, href: string | null = null) {
  const annotations = { bold: false, italic: false, code: false };
  return [{ type: "text", plain_text: text, href, annotations, text: { content: text } }];
}

/** A block that holds a text, with those in it. */
export function block(type: string, text: string, children: Block[] = []): Block {
  return { type, [type]: { rich_text: rich(text) }, ...(children.length > 0 && { children }) };
}

export function errorOf(status: number, code: string, message: string) {
  return { object: "error", status, code, message };
}

function answer(notion: NotionServer, asked: Asked): Reply {
  const { method, path, query, headers, form } = asked;
  if (headers["notion-version"] !== "2025-09-03")
    return { status: 400, json: errorOf(400, "missing_version", "Notion-Version header failed validation.") };
  if (path === "/v1/users/me")
    return {
      json: { object: "user", id: "bot-1", type: "bot", name: "Help", bot: { workspace_name: "Harbour" } },
    };
  if (path === "/v1/search" && method === "POST") return search(notion, form);
  const [, kind = "", id = "", rest = ""] = /^\/v1\/(\w+)\/([\w-]+)(.*)$/.exec(path) ?? [];
  const known = notion.pages.find((page) => isSame(page.id, id));
  if (kind === "pages" && known) return { json: presentPage(known) };
  if (kind === "blocks" && rest === "/children") return listBlocks(notion, { id, query });
  const database = notion.databases.find((one) => isSame(one.id, id));
  if (kind === "databases" && database) {
    const { title, sources } = database;
    return {
      json: {
        object: "database",
        id: database.id,
        title: rich(title),
        in_trash: false,
        data_sources: sources,
      },
    };
  }
  const source = notion.databases.flatMap(({ sources }) => sources).find((one) => isSame(one.id, id));
  if (kind === "data_sources" && source) {
    if (rest !== "/query") return { json: presentSource(source) };
    const rows = notion.pages.filter((page) => page.parent !== null && isSame(page.parent, source.id));
    return {
      json: pageOf(notion, rows.filter(({ inTrash }) => !inTrash).map(presentPage), form["start_cursor"]),
    };
  }
  return { status: 404, json: errorOf(404, "object_not_found", `Could not find ${kind} with ID: ${id}.`) };
}

function search(notion: NotionServer, form: Asked["form"]): Reply {
  const wanted = (form["query"] ?? "").toLowerCase();
  const all = [
    ...notion.pages
      .filter(({ inTrash }) => !inTrash)
      .map((page) => ({ name: page.title, shown: presentPage(page) })),
    ...notion.databases.flatMap(({ sources }) =>
      sources.map((source) => ({ name: source.name, shown: presentSource(source) })),
    ),
  ];
  const found = all.filter(({ name }) => name.toLowerCase().includes(wanted)).map(({ shown }) => shown);
  return { json: pageOf(notion, found, form["start_cursor"]) };
}

/** Blocks are named by their page and their way in it. */
function listBlocks(notion: NotionServer, { id, query }: { id: string; query: URLSearchParams }): Reply {
  const [pageId = "", ...way] = id.split("_");
  const page = notion.pages.find((one) => isSame(one.id, pageId));
  if (!page) return { status: 404, json: errorOf(404, "object_not_found", "Could not find block.") };
  let blocks: Block[] = page.blocks;
  for (const index of way) blocks = blocks[Number(index)]?.children ?? [];
  const shown = blocks.map(({ children = [], ...one }, index) => ({
    ...{ object: "block", id: `${id}_${index}`, has_children: children.length > 0, ...one },
  }));
  const below = way.length > 0 ? [] : listBelow(notion, page);
  return { json: pageOf(notion, [...shown, ...below], query.get("start_cursor") ?? undefined) };
}

function listBelow(notion: NotionServer, page: HeldPage) {
  const pages = notion.pages.filter(
    ({ parent, inTrash }) => parent !== null && isSame(parent, page.id) && !inTrash,
  );
  const databases = notion.databases.filter(({ parent }) => isSame(parent, page.id));
  return [
    ...pages.map(({ id, title }) => ({ id, type: "child_page", has_children: true, child_page: { title } })),
    ...databases.map(({ id, title }) => ({
      ...{ id, type: "child_database", has_children: false, child_database: { title } },
    })),
  ];
}

function pageOf(notion: NotionServer, all: unknown[], cursor: string | undefined) {
  const from = Number(cursor ?? "0");
  const to = from + notion.pageSize;
  const has_more = to < all.length;
  return {
    object: "list",
    results: all.slice(from, to),
    has_more,
    next_cursor: has_more ? String(to) : null,
  };
}

function presentPage({ id, title, editedAt, properties = {}, inTrash = false }: HeldPage) {
  return {
    ...{ object: "page", id, url: `https://www.notion.so/${id.replaceAll("-", "")}` },
    ...{ last_edited_time: editedAt, in_trash: inTrash, archived: inTrash },
    properties: { Name: { id: "title", type: "title", title: rich(title) }, ...properties },
  };
}

function presentSource({ id, name }: { id: string; name: string }) {
  return { object: "data_source", id, title: rich(name), last_edited_time: "2026-01-01T00:00:00.000Z" };
}

function isSame(one: string, other: string): boolean {
  return one.replaceAll("-", "") === other.replaceAll("-", "");
}
