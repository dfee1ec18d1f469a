interface JoinOptions {
  listTargets: (id: string) => readonly string[];
  /** It stands elsewhere already and can't follow the branches. */
  isTaken: (id: string) => boolean;
  /** What follows after all of them, if anything does. */
  until: string | undefined;
}

/**
 * Gives the step at which the most branches meet again, the nearest of them; where none do, what follows after all if one
 * comes there.
 */
export function findJoin(starts: readonly string[], options: JoinOptions): string | undefined {
  const { listTargets, isTaken, until } = options;
  const met = new Map<string, { count: number; distance: number }>();
  for (const start of starts) {
    for (const [id, distance] of measure(start, { listTargets, isTaken })) {
      const before = met.get(id) ?? { count: 0, distance: 0 };
      met.set(id, { count: before.count + 1, distance: before.distance + distance });
    }
  }
  let best: { id: string; count: number; distance: number } | undefined;
  for (const [id, { count, distance }] of met) {
    if (count < 2) continue;
    if (!best || count > best.count || (count === best.count && distance < best.distance))
      best = { id, count, distance };
  }
  return best?.id ?? (until !== undefined && met.has(until) ? until : undefined);
}

/** Every step that can be come to from one, with how many steps away it is. */
function measure(start: string, { listTargets, isTaken }: Omit<JoinOptions, "until">): Map<string, number> {
  const distances = new Map<string, number>();
  let row = isTaken(start) ? [] : [start];
  for (let distance = 0; row.length > 0; distance += 1) {
    const next: string[] = [];
    for (const id of row) {
      if (distances.has(id)) continue;
      distances.set(id, distance);
      next.push(...listTargets(id).filter((to) => !isTaken(to) && !distances.has(to)));
    }
    row = next;
  }
  return distances;
}
