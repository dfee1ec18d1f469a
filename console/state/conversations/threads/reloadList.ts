import { longestThreadPage } from "../../../../shared/domain/limits.ts";
import { mergeById } from "../../agents/agents.ts";
import { threadPage } from "./threadPage.ts";

interface Page<T> {
  items: T[];
  page: { total: number };
}

interface Shown<T, Place> {
  place: Place;
  /** The list as it shows. */
  threads: { data: { items: T[] } | null };
  /** The server's own order. */
  order: (one: T, other: T) => number;
  readPage: (place: Place, page: number, limit: number) => Promise<Page<T>>;
}

/**
 * Reads a list from its beginning as far as it shows, so that nothing of it stays as it was before. It comes as one
 * page: what moves from one to another while several are read would be in none. What is behind the longest is left out:
 * it comes again when it is asked for.
 */
export async function reloadList<T extends { id: string }, Place>(shown: Shown<T, Place>): Promise<Page<T>> {
  const { place, threads, order, readPage } = shown;
  const before = threads.data?.items ?? [];
  const last = before.at(-1);
  const { size } = threadPage;
  const isBehind = (one: T) => last !== undefined && order(one, last) > 0;
  const answer = await readFrom(Math.max(size, before.length));
  const items = answer.items.filter((one, index) => index < size || !isBehind(one));
  const known = new Set(before.map(({ id }) => id));
  // What was asked for behind the last one meanwhile.
  const further = (threads.data?.items ?? []).filter((one) => !known.has(one.id) && isBehind(one));
  return { items: mergeById(further, items).toSorted(order), page: answer.page };

  /** Reads `count`, and more where what came above pushed the last one out. */
  async function readFrom(count: number): Promise<Page<T>> {
    const limit = Math.min(count, longestThreadPage);
    const page = await readPage(place, 1, limit);
    const lowest = page.items.at(-1);
    const isWhole = page.items.length < limit || !last || !lowest || order(last, lowest) <= 0;
    return isWhole || limit === longestThreadPage ? page : readFrom(2 * count);
  }
}
