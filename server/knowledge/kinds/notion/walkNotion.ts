import * as v from "valibot";
import type { Walk } from "../../connected/provider.ts";
import { isMissing, isOfOne, ProviderFault } from "../../connected/faults.ts";
import type { Place } from "../../connected/visitor.ts";
import { readPageText } from "./readBlocks.ts";
import { notionDatabase, notionDataSource, notionPage, readAs, readList, type NotionPage } from "./shapes.ts";
import { titleOf, writeProperties } from "./writeText.ts";

const rowsAtOnce = 100;

/** Something to come to: `page:ID`, `database:ID` or `dataSource:ID`. */
type Step = string;

interface Walking extends Walk {
  /** What is still to be come to, with the rows that a list has told whole. */
  queue: { step: Step; page?: NotionPage }[];
  met: Set<Step>;
  pages: number;
  isCut: boolean;
}

/** Comes to every page that was chosen and to those in it, and to the rows of databases. */
export async function walkNotion(walk: Walk): Promise<boolean> {
  const { items, only, visitor, signal, maxItems } = walk;
  const walking: Walking = { ...walk, queue: [], met: new Set(), pages: 0, isCut: false };
  if (only) for (const key of only) add(walking, `page:${key}`);
  else for (const { type, id } of items) add(walking, `${type}:${plain(id)}`);
  const chosen = walking.queue.length;
  let missing = 0;
  for (let next = walking.queue.shift(); next; next = walking.queue.shift()) {
    signal.throwIfAborted();
    if (await come(walking, next)) continue;
    const item = items.find(({ type, id }) => `${type}:${plain(id)}` === next.step);
    const reason = "It is no longer in Notion, or not shared with this connection.";
    if (only) await visitor.refuse({ key: idOf(next.step), url: null, title: idOf(next.step) }, reason);
    else if (item) {
      missing += 1;
      await visitor.note(`“${item.name}” is no longer in Notion, or not shared with this connection.`);
    }
  }
  if (!only && missing === chosen)
    throw new ProviderFault("This connection can’t see any of the chosen pages. Pages read before stay.");
  if (walking.isCut) await visitor.note(`This source takes ${maxItems} pages. The others were left out.`);
  return !walking.isCut && !only;
}

/** Notion takes and gives ids with hyphens and without. */
export function plain(id: string): string {
  return id.replaceAll("-", "").toLowerCase();
}

function idOf(step: Step): string {
  return step.slice(step.indexOf(":") + 1);
}

function add(walking: Walking, step: Step, page?: NotionPage): void {
  if (walking.met.has(step)) return;
  walking.met.add(step);
  walking.queue.push({ step, ...(page && { page }) });
}

/** Gives whether it is there. */
async function come(walking: Walking, { step, page }: Walking["queue"][number]): Promise<boolean> {
  const id = idOf(step);
  try {
    if (step.startsWith("page:")) return await comeToPage(walking, page ?? (await getPage(walking, id)));
    if (step.startsWith("dataSource:")) return await comeToRows(walking, id);
    const { access } = walking;
    const { data_sources, in_trash } = await readAs(access, notionDatabase, `/databases/${id}`);
    for (const { id: sourceId } of data_sources) add(walking, `dataSource:${plain(sourceId)}`);
    return !in_trash;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function getPage({ access }: Walking, id: string): Promise<NotionPage> {
  return readAs(access, notionPage, `/pages/${id}`);
}

async function comeToPage(walking: Walking, page: NotionPage): Promise<boolean> {
  const { access, visitor, signal, only, maxItems } = walking;
  if (page.in_trash || page.archived) return false;
  if (walking.pages >= maxItems) {
    walking.isCut = true;
    return true;
  }
  walking.pages += 1;
  await visitor.setFound(walking.pages + walking.queue.filter(({ step }) => step.startsWith("page:")).length);
  const key = plain(page.id);
  const stamp = page.last_edited_time;
  const known = only ? null : await visitor.keepKnown(key, stamp);
  if (known) {
    for (const step of known) add(walking, step);
    return true;
  }
  const place: Place = { key, url: page.url ?? null, title: titleOf(page) };
  try {
    const { markdown, inside, isCut } = await readPageText(access, page.id, signal);
    const links = inside.map((step) => step.slice(0, step.indexOf(":") + 1) + plain(idOf(step)));
    const properties = writeProperties(page);
    // What has no text of its own leads to others all the same.
    const text = [properties, markdown].filter((part) => part.trim() !== "").join("\n\n") || place.title;
    if (isCut) await visitor.note(`“${place.title}” is too long or too deep: its end was left out.`);
    await visitor.take({
      ...{ ...place, name: place.title, contentType: "text/markdown", kind: "markdown", stamp, links },
      bytes: Buffer.from(text),
    });
    if (!only) for (const step of links) add(walking, step);
  } catch (error) {
    if (!isOfOne(error)) throw error;
    await visitor.refuse(place, error.message);
  }
  return true;
}

const row = v.variant("object", [notionPage, notionDataSource]);

async function comeToRows(walking: Walking, id: string): Promise<boolean> {
  const { access, signal } = walking;
  let cursor: string | null = null;
  do {
    signal.throwIfAborted();
    const body: Record<string, unknown> = {
      ...{ page_size: rowsAtOnce, ...(cursor !== null && { start_cursor: cursor }) },
    };
    const page = await readList(access, row, { path: `/data_sources/${id}/query`, request: { body } });
    // A wiki has databases among its rows.
    for (const one of page.results) {
      if (one.object === "page") add(walking, `page:${plain(one.id)}`, one);
      else add(walking, `dataSource:${plain(one.id)}`);
    }
    // The same place again would have no end.
    cursor = page.next === cursor ? null : page.next;
  } while (cursor !== null && walking.queue.length <= walking.maxItems);
  return true;
}
