/** A job of a longer slice gives its place to one that waits, and continues when its turn comes again. */
export const sliceMs = 60_000;

/** How many organizations the order of turns remembers. */
const mostRemembered = 1000;

/** An organization with jobs that are due, and since when the first of them is. */
export interface Waiting {
  organizationId: string;
  since: number;
}

/** The latest holders of a place: the order in which organizations get the next ones. */
export interface TurnOrder {
  /** Puts those first that had no turn yet, then those whose last turn was longest ago. */
  sort(waiting: readonly Waiting[]): Waiting[];
  took(organizationId: string): void;
}

export function createTurnOrder(): TurnOrder {
  // The oldest turn stands first.
  const turns = new Map<string, number>();
  let count = 0;
  return {
    sort: (waiting) =>
      waiting.toSorted(
        (one, other) =>
          (turns.get(one.organizationId) ?? 0) - (turns.get(other.organizationId) ?? 0) ||
          one.since - other.since,
      ),
    took: (organizationId) => {
      turns.delete(organizationId);
      turns.set(organizationId, ++count);
      const [oldest] = turns.keys();
      if (turns.size > mostRemembered && oldest !== undefined) turns.delete(oldest);
    },
  };
}

/** The organization with the fewest places, the first in order among equals; none that has its share already. */
export function chooseNext(
  order: readonly string[],
  { places, mostEach }: { places: ReadonlyMap<string, number>; mostEach: number },
): string | undefined {
  let chosen: string | undefined;
  let fewest = mostEach;
  for (const organizationId of order) {
    const had = places.get(organizationId) ?? 0;
    if (had >= fewest) continue;
    chosen = organizationId;
    fewest = had;
  }
  return chosen;
}

export function countPlaces(holders: readonly { organizationId: string }[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const { organizationId } of holders) addPlaces(places, organizationId, 1);
  return places;
}

export function addPlaces(places: Map<string, number>, organizationId: string, count: number): void {
  places.set(organizationId, (places.get(organizationId) ?? 0) + count);
}

/** A job that runs, as far as it matters for who gives back a place. */
export interface Holder {
  organizationId: string;
  startedAt: number;
  /** It was asked before, and its place is on its way to somebody. */
  isYielding: boolean;
}

/**
 * Chooses which running jobs give back their places to organizations that wait while none is free. One that holds two
 * places more than another gives back the job that began last, so that its oldest one gets on. Between equals a job
 * gives way after its slice of time.
 */
export function chooseYields<H extends Holder>(
  holders: readonly H[],
  { order, now }: { order: readonly string[]; now: number },
): H[] {
  const left = holders.filter(({ isYielding }) => !isYielding).toSorted((a, b) => a.startedAt - b.startedAt);
  const promised = holders.length - left.length;
  const places = countPlaces(left);
  const chosen: H[] = [];
  const poorestFirst = order.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
  for (const organizationId of poorestFirst.slice(promised)) {
    const had = places.get(organizationId) ?? 0;
    const richest = Math.max(0, ...places.values());
    const at =
      richest - had >= 2
        ? left.findLastIndex((holder) => places.get(holder.organizationId) === richest)
        : left.findIndex((holder) => now - holder.startedAt >= sliceMs);
    const [holder] = at < 0 ? [] : left.splice(at, 1);
    if (!holder) break;
    addPlaces(places, holder.organizationId, -1);
    addPlaces(places, organizationId, 1);
    chosen.push(holder);
  }
  return chosen;
}
