/**
 * Gives what is said one by one to whoever takes it, as calls do that stream to their reader. Who takes no more ends the
 * work by its signal.
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
