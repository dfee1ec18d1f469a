import { ParseError } from "./ParseError.ts";

/** Gives the refusal for a file that is plainly something else than text, undefined where it may be text. */
export function findBinaryRefusal(start: string, bytes: Uint8Array): ParseError | undefined {
  if (start.startsWith(compoundStart)) return refuseCompound(bytes);
  const found = signatures.find(({ pattern }) => pattern.test(start));
  return found && new ParseError("unsupported", found.sentence);
}

const image = "Pictures can't be read. Upload the text itself, or a PDF that has text.";
const sound = "Sound and video can't be read. Upload a transcript instead.";
const program = "This is a program, whatever its name says, and is not read.";
const archive = "Archives can't be read. Unpack it and upload the files that are in it.";

const signatures = [
  { pattern: /^MZ[\s\S]{2,}\x00/, sentence: program },
  { pattern: /^\x7fELF|^\xfe\xed\xfa|^[\xce\xcf]\xfa\xed\xfe|^\xca\xfe\xba\xbe|^\x00asm/, sentence: program },
  {
    pattern:
      /^\x89PNG|^\xff\xd8\xff|^GIF8[79]a|^RIFF[\s\S]{4}WEBP|^II\*\x00|^MM\x00\*|^8BPS\x00|^\x00\x00\x01\x00/,
    sentence: image,
  },
  { pattern: /^BM[\s\S]{4}\x00\x00\x00\x00|^\x00\x00[\s\S]{2}ftyp(?:heic|heix|avif|mif1)/, sentence: image },
  {
    pattern:
      /^ID3[\x02-\x04]|^OggS\x00|^fLaC\x00|^RIFF[\s\S]{4}(?:WAVE|AVI )|^\x00\x00[\s\S]{2}ftyp|^\x1aE\xdf\xa3|^\xff[\xf2\xf3\xfb]/,
    sentence: sound,
  },
  {
    pattern: /^\x1f\x8b|^7z\xbc\xaf|^Rar!\x1a|^BZh\d1AY&SY|^\xfd7zXZ|^\x28\xb5\x2f\xfd|^[\s\S]{257}ustar/,
    sentence: archive,
  },
  {
    pattern: /^\{\\rtf/,
    sentence: "RTF files can't be read. Open it in Word, save it as .docx and upload that.",
  },
  { pattern: /^%!PS/, sentence: "PostScript can't be read. Convert it to PDF and upload that." },
  {
    pattern: /^SQLite format 3\x00/,
    sentence: "Databases can't be read. Export the table as CSV and upload that.",
  },
];

/** Whether it is a workbook of Excel before 2007, in its container or, from the oldest programs, without one. */
export function isOldWorkbook(start: string, bytes: Uint8Array): boolean {
  if (/^\x09\x08[\x08\x10]\x00\x00[\x05\x06]/.test(start)) return true;
  return start.startsWith(compoundStart) && findProgram(bytes) === "Excel";
}

/** The container of old Office files, and of new ones under a password. */
function refuseCompound(bytes: Uint8Array): ParseError {
  const program = findProgram(bytes);
  if (program === "locked") return new ParseError("encrypted");
  if (program === "Word") return refuseOld("Word", ".docx");
  if (program === "PowerPoint") return refuseOld("PowerPoint", ".pptx");
  return new ParseError("unsupported");
}

const streams = [
  { name: "EncryptedPackage", program: "locked" },
  { name: "EncryptionInfo", program: "locked" },
  { name: "WordDocument", program: "Word" },
  { name: "PowerPoint Document", program: "PowerPoint" },
  { name: "Workbook", program: "Excel" },
  { name: "Book", program: "Excel" },
] as const;

/** Tells by the first stream that is named: those of documents within the document come later. */
function findProgram(bytes: Uint8Array): (typeof streams)[number]["program"] | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, searched)).toString(
    "latin1",
  );
  const found = streams
    // A name is padded with zeros; the same letters in the text of a document mean nothing.
    .map(({ name, program }) => ({ program, at: text.indexOf(`${[...name].join("\0")}\0\0\0`) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at);
  return found[0]?.program;
}

const compoundStart = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
const searched = 21_000_000;

function refuseOld(program: string, format: string): ParseError {
  return new ParseError(
    "unsupported",
    `This is a file of an old ${program} (before 2007). Open it, save it as ${format} and upload that.`,
  );
}
