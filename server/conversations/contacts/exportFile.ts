import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

/** One file of an archive, as its bytes come. */
export interface Packed {
  name: string;
  /** Packed already, as pictures are. */
  isPacked?: boolean;
  content: AsyncIterable<Uint8Array>;
}

/** Writes an archive bit by bit, so that its size asks for no memory. */
export async function* packFiles(files: AsyncIterable<Packed>): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    written.push(bytes);
  });
  for await (const { name, isPacked = false, content } of files) {
    const file = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name);
    zip.add(file);
    for await (const bytes of content) {
      file.push(bytes);
      yield* written.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* written.splice(0);
  }
  zip.end();
  yield* written.splice(0);
}
