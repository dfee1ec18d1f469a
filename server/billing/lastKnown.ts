/** The most organizations that are remembered; beyond it, the one that was asked for longest ago is forgotten. */
const mostRemembered = 10_000;

/**
 * Finds by `find`, and what was found last while that fails: long work must not stop because the provider of payments
 * is away for a minute. What was never found in this process fails as `find` does.
 */
export function keepLastKnown<T>(
  find: (organizationId: string) => Promise<T>,
): (organizationId: string) => Promise<T> {
  const known = new Map<string, T>();
  return async (organizationId) => {
    try {
      const found = await find(organizationId);
      known.delete(organizationId);
      known.set(organizationId, found);
      const [oldest] = known.keys();
      if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest);
      return found;
    } catch (error) {
      if (!known.has(organizationId)) throw error;
      return known.get(organizationId) as T; // it has it
    }
  };
}
