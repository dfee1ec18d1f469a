/**
 * Yields the pieces one by one, as streaming calls need them. A consumer that stops ends the work through its signal.
 */
export async function* pieces<Piece>(
  speak: (say: (piece: Piece) => void) => Promise<void>,
): AsyncGenerator<Piece> {
  let said: Piece[] = [];
  let isOver = false;
  let wake = () => {};
  const end = () => {
    isOver = true;
    wake();
  };
  const spoken = speak((piece) => {
    said.push(piece);
    wake();
  });
  spoken.then(end, end);
  for (;;) {
    const taken = said;
    said = [];
    yield* taken;
    if (said.length > 0) continue;
    if (isOver) return await spoken;
    await new Promise<void>((resolve) => (wake = resolve));
  }
}
