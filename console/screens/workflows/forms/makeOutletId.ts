/** Gives an ID that none of the ways out has yet. */
export function makeOutletId(outlets: readonly { id: string }[]): string {
  const taken = new Set(outlets.map(({ id }) => id));
  for (let number = outlets.length + 1; ; number += 1) if (!taken.has(`way${number}`)) return `way${number}`;
}
