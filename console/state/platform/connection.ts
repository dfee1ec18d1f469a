import { proxy, subscribe } from "valtio";

/** Whether the server answered last time; the banner follows it. */
export const connection = proxy({ isReachable: true });

/** Calls back each time the server answers again after it did not, until the function it gives is called. */
export function whenReachableAgain(callback: () => void): () => void {
  let wasReachable = connection.isReachable;
  return subscribe(connection, () => {
    if (!wasReachable && connection.isReachable) callback();
    wasReachable = connection.isReachable;
  });
}
