/** Gives the installation that a script came from: its address without a slash at its end, also below a path of its origin. */
export function findHost(script: string): string {
  return new URL(".", script).href.slice(0, -1);
}
