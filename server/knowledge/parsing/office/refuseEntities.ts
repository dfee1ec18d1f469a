import { ParseError } from "../ParseError.ts";

/** Office writes no document type, and entities are only good for bombs and for reading foreign files. */
export function refuseEntities(name: string, data: Uint8Array): void {
  const isWide = data[0] === 0xff || data[0] === 0xfe || data[0] === 0 || data[1] === 0;
  const text = new TextDecoder(
    isWide ? (data[0] === 0xfe || data[0] === 0 ? "utf-16be" : "utf-16le") : "utf-8",
  );
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text.decode(data))) {
    throw new ParseError(
      "broken",
      `The file has definitions in ${name} that Office never writes, and is not read.`,
    );
  }
}
