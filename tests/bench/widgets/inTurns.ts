/** Does the work of every item, a limited number at a time. */
export async function inTurns<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  const next = async () => {
    for (let item = left.next(); !item.done; item = left.next()) await work(item.value);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}
