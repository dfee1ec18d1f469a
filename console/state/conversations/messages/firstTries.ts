/** The senders that wait for the outcome of the first try, by the reply's client ID. */
export const waiting = new Map<string, (isStored: boolean) => void>();

/** Tells whoever waits for it what became of the first try; gives whether anybody did. */
export function settleTry(clientId: string, isStored: boolean): boolean {
  waiting.get(clientId)?.(isStored);
  return waiting.delete(clientId);
}
