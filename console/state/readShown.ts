/** What is told of a page of a list. */
export interface ListPage<T> {
  items: T[];
  total: number;
}

interface Shown<T> {
  /** The last one that shows; undefined where none does. */
  last: T | undefined;
  /** So many are given whatever shows. */
  least: number;
  /** So many are read at a time. */
  size: number;
  /** The server's own order. */
  order: (one: T, other: T) => number;
  read: (page: number) => Promise<ListPage<T>>;
}

/** What stands behind so many pages is left out: it comes again when it is asked for. */
const mostPages = 10;
/** So often at most a list is read that is another one before its end. */
const mostReadings = 3;

/** Reads a list from its beginning as far as it shows, so that nothing of it stays as it was before. */
export async function readShown<T>(shown: Shown<T>): Promise<ListPage<T>> {
  let answer = await readPages(shown);
  for (let readings = 1; !answer.fits && readings < mostReadings; readings += 1) {
    answer = await readPages(shown);
  }
  const { items, total } = answer;
  const { last, least, order } = shown;
  return { items: items.filter((one, index) => index < least || (last && order(one, last) <= 0)), total };
}

/** `fits`: no row can have gone from one page to another that was read before. */
async function readPages<T>({ last, order, size, read }: Shown<T>): Promise<ListPage<T> & { fits: boolean }> {
  const first = await read(1);
  const items = [...first.items];
  let [page, answer] = [1, first];
  const goesOn = () => {
    const lowest = answer.items.at(-1);
    return page < mostPages && answer.items.length >= size && last && lowest && order(last, lowest) > 0;
  };
  while (goesOn()) {
    answer = await read((page += 1));
    items.push(...answer.items);
    if (answer.total !== first.total) return { items, total: answer.total, fits: false };
  }
  return { items, total: answer.total, fits: true };
}
