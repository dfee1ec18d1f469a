/** Lets one tab after the other work, where the browser has locks and gives them to this frame. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  let hasBegun = false;
  try {
    return (await navigator.locks.request(name, () => {
      hasBegun = true;
      return work();
    })) as T; // its type wraps the promise a second time
  } catch (thrown) {
    if (hasBegun) throw thrown;
    return work();
  }
}
