import { ParseError } from "../knowledge/parsing/ParseError.ts";
import { decodeText } from "../knowledge/parsing/text/decodeText.ts";
import type { AskedFile, GivenFile } from "./askedFile.ts";

/** The most text of one file that a model gets. */
const mostCharacters = 20_000;
/** Enough for as many characters in any charset. */
const mostBytes = mostCharacters * 4;

/** More than the longest address: where a text is cut, what is left of one is not known for what it is. */
const margin = 300;

/** Gives a text file's beginning, without what `hide` takes out of it; what turns out to be no text is left out. */
export async function readTextFile(file: AskedFile, hide: (text: string) => string): Promise<GivenFile> {
  const bytes = await file.read(mostBytes);
  try {
    const isPart = bytes.byteLength < file.sizeBytes;
    const whole = decodeText(isPart ? toWholeCharacters(bytes) : bytes);
    const hidden = hide(whole.slice(0, mostCharacters + margin));
    const endsEarly = isPart || whole.length > mostCharacters + margin;
    const text = hidden.slice(
      0,
      endsEarly ? Math.min(mostCharacters, hidden.length - margin) : mostCharacters,
    );
    const isCut = endsEarly || hidden.length > mostCharacters;
    return { use: isCut ? "cut" : "read", text: text.toWellFormed() };
  } catch (error) {
    if (error instanceof ParseError) return { use: "left_out" };
    throw error;
  }
}

/** UTF-8 that was cut within a character would not be recognized as such. */
function toWholeCharacters(bytes: Uint8Array): Uint8Array {
  let end = bytes.byteLength;
  while (end > 0 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, (bytes[end - 1] ?? 0) >= 0xc0 ? end - 1 : bytes.byteLength);
}
