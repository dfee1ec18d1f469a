/** Collects numbers and bytes into one array; small numbers take one byte (little-endian base 128). */
export class ByteWriter {
  #bytes = new Uint8Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  writeNumber(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0)
      throw new RangeError(`not a whole number to store: ${value}`);
    this.#reserve(8);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#length++] = rest;
  }

  writeBytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Writes how many bytes a text has in UTF-8, and these. */
  writeText(text: string): void {
    if (!isShortAscii(text)) {
      const bytes = encoder.encode(text);
      this.writeNumber(bytes.length);
      return this.writeBytes(bytes);
    }
    this.#reserve(text.length + 1);
    this.#bytes[this.#length++] = text.length;
    for (let at = 0; at < text.length; at++) this.#bytes[this.#length++] = text.charCodeAt(at);
  }

  /** Starts over in the room it has. */
  clear(): void {
    this.#length = 0;
  }

  /** Gives a copy of what was written so far. */
  toBytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

const encoder = new TextEncoder();

/** Most terms are; their letters are their bytes, which is far quicker than asking the encoder for so few. */
function isShortAscii(text: string): boolean {
  if (text.length >= 0x80) return false;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0x80) return false;
  return true;
}

/** Reads back what a ByteWriter wrote, in the same order; a cut or foreign array throws. */
export class ByteReader {
  #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The place of the next byte. */
  get at(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  readNumber(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new RangeError("the index row ends in the middle of a number");
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
  }

  /** Says whether these bytes come next, without reading on. */
  isNext(bytes: Uint8Array): boolean {
    for (let index = 0; index < bytes.length; index++) {
      if (this.#bytes[this.#at + index] !== bytes[index]) return false;
    }
    return true;
  }

  skip(length: number): void {
    this.#at += length;
  }

  /** Gives a view, not a copy. */
  readBytes(length: number): Uint8Array {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new RangeError("the index row ends in the middle of its bytes");
    const bytes = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }
}
