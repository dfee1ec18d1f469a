type Reader = ReadableStreamDefaultReader<Uint8Array>;
type Piece = Awaited<ReturnType<Reader["read"]>>;

/** So much is gathered at most: what comes beyond waits in the connection. */
const mostGathered = 64 * 1024;

/**
 * Gives a function that reads a body in larger pieces: the bytes that are next, and what comes behind them until `turn`
 * resolves; undefined at the end. What has come is never held for longer than that, also where nothing follows.
 */
export function readTogether(reader: Reader): (turn: Promise<void>) => Promise<Uint8Array | undefined> {
  let pending: Promise<Piece> | undefined;

  function read(): Promise<Piece> {
    if (pending) return pending;
    pending = reader.read();
    // What breaks between two turns is thrown in the next one.
    pending.catch(() => undefined);
    return pending;
  }

  return async (turn) => {
    const pieces: Uint8Array[] = [];
    let size = 0;
    let isTurn = false;
    const ended = turn.then(() => void (isTurn = true));
    do {
      const piece = await (size === 0 ? read() : Promise.race([read(), ended]));
      // The end is read again by whoever asks next.
      if (!piece || piece.done) break;
      pending = undefined;
      pieces.push(piece.value);
      size += piece.value.byteLength;
    } while (!isTurn && size < mostGathered);
    await ended;
    if (size === 0) return undefined;
    return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
  };
}
