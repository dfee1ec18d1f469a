import { mergeById } from "./agents.ts";
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

/** The server gives no more at a time. */
const largestPage = 100;
/** What stands behind so many pages is left out: it comes again when it is asked for. */
const mostPages = 10;
/** So often at most a list is read that is another one before its end. */
const mostReadings = 3;

/** Reads a list from its beginning as far as it shows, so that nothing of it stays as it was before. */
export async function readShown<T extends { id: string }, Place>(shown: Shown<T, Place>): Promise<Page<T>> {
  const { place, threads, order, readPage } = shown;
  const before = threads.data?.items ?? [];
  const last = before.at(-1);
  const { size } = threadPage;
  const limit = before.length > size ? largestPage : size;
  const isBehind = (one: T) => last !== undefined && order(one, last) > 0;
  let answer = await readPages();
  for (let readings = 1; !answer.fits && readings < mostReadings; readings += 1) answer = await readPages();
  const items = answer.items.filter((one, index) => index < size || !isBehind(one));
  const known = new Set(before.map(({ id }) => id));
  // What was asked for behind the last one meanwhile.
  const further = (threads.data?.items ?? []).filter((one) => !known.has(one.id) && isBehind(one));
  return { items: mergeById(further, items).toSorted(order), page: { total: answer.total } };

  /** `fits`: no row can have gone from one page to another that was read before. */
  async function readPages(): Promise<{ items: T[]; total: number; fits: boolean }> {
    const all: T[] = [];
    const totals = new Set<number>();
    for (let page = 1; page <= mostPages; page += 1) {
      const { items: some, ...of } = await readPage(place, page, limit);
      all.push(...some);
      totals.add(of.page.total);
      const lowest = some.at(-1);
      if (some.length < limit || !last || !lowest || order(last, lowest) <= 0) break;
    }
    return { items: all, total: [...totals].at(-1) ?? 0, fits: totals.size === 1 };
  }
}
