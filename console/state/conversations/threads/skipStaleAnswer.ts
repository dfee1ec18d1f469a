/** The ids of what was heard of during each change in progress. */
const changes = new Set<Set<string>>();

/** Notes that live events told what something is now. */
export function noteLiveUpdate(id: string): void {
  for (const heard of changes) heard.add(id);
}

/**
 * Makes a change and gives what the server says it made of something; null where live events told of that meanwhile. The
 * answer may have what was before them, and where it has more, that comes by an event of its own.
 */
export async function unlessUpdatedLive<T extends { id: string }>(
  change: () => Promise<{ data: T }>,
): Promise<T | null> {
  const heard = new Set<string>();
  changes.add(heard);
  try {
    const { data } = await change();
    return heard.has(data.id) ? null : data;
  } finally {
    changes.delete(heard);
  }
}
