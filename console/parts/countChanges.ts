/** Gives how many fields differ between what is saved and what is typed; a field with parts counts once. */
export function countChanges<T extends object>(saved: T, typed: T): number {
  const names = new Set([...Object.keys(saved), ...Object.keys(typed)]) as Set<keyof T>; // keys of T
  return [...names].filter((name) => JSON.stringify(saved[name]) !== JSON.stringify(typed[name])).length;
}
