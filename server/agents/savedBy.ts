/** The member who last saved something, and when: the second of two admins sees it. */
export interface SavedBy {
  userId: string;
  name: string;
  at: number;
}

/** As a row keeps it. The name is the one that they had then. */
export function writeSavedBy({ userId, name }: Omit<SavedBy, "at">, at: number): string {
  return JSON.stringify({ userId, name, at } satisfies SavedBy);
}

/** What a row keeps; null where nobody saved since the thing was made. */
export function readSavedBy({ savedBy }: { savedBy: string | null }): SavedBy | null {
  return savedBy === null ? null : (JSON.parse(savedBy) as SavedBy); // written above
}
