/** The senders that wait for the outcome of the first try, by the reply's client ID. */
export const waiting = new Map<string, (isStored: boolean) => void>();

/** Reports the result of the first try to its waiter; gives whether there was one. */
export function settleTry(clientId: string, isStored: boolean): boolean {
  waiting.get(clientId)?.(isStored);
  return waiting.delete(clientId);
}
