import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { CannotStart } from "../database/cannotStart.ts";

/** A single record of more characters is no export of a helpdesk. */
const longestRecord = 64_000_000;

/** The files of an export: the file itself, or those of a folder with these endings. */
export async function listFiles(path: string, endings: readonly string[]): Promise<string[]> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new CannotStart(`There is no file or folder ${path}.`);
  if (!found.isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => endings.some((ending) => name.endsWith(ending)));
  if (names.length === 0) throw new CannotStart(`${path} has no files that end with ${endings.join(", ")}.`);
  return names.toSorted().map((name) => join(path, name));
}

/**
 * Reads the records of a JSON file of any size: values one after another (as in JSON lines), the elements of lists at the top, and
 * those of the lists with these names inside an object at the top.
 */
export async function* readValues(path: string, lists: readonly string[]): AsyncGenerator<unknown> {
  const scanner = new Scanner(lists);
  const stream = createReadStream(path, { encoding: "utf8" });
  try {
    for await (const chunk of stream) {
      scanner.take(chunk as string); // it has an encoding
      yield* parseAll(scanner, path);
    }
  } finally {
    stream.destroy();
  }
  scanner.take("\n");
  yield* parseAll(scanner, path);
  if (scanner.isOpen()) throw new CannotStart(`${path} ends in the middle of a value. Export it again.`);
}

function* parseAll(scanner: Scanner, path: string): Generator<unknown> {
  for (const text of scanner.give()) {
    try {
      yield JSON.parse(text) as unknown;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CannotStart(`${path} is not valid JSON: ${reason}`, { cause: error });
    }
  }
}

/** A list or object that is open. */
interface Level {
  isList: boolean;
  /** It is passed through: its elements, or its named lists, are the records. */
  isEnvelope: boolean;
  /** Of an object: the last key, while its value is read. */
  key: string;
}

/** Cuts a text that comes in pieces into the texts of its records, without parsing them. */
class Scanner {
  readonly #lists: ReadonlySet<string>;
  readonly #levels: Level[] = [];
  #found: string[] = [];
  /** The record that is being read; null outside of one. */
  #record: string | null = null;
  /** How many levels were open when the record began. */
  #recordLevel = 0;
  /** The object at the top, which is a record itself unless it has one of the lists. */
  #whole: string | null = null;
  #inString = false;
  #isEscaped = false;
  #string = "";

  constructor(lists: readonly string[]) {
    this.#lists = new Set(lists);
  }

  isOpen(): boolean {
    return this.#levels.length > 0 || this.#inString;
  }

  give(): string[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  take(text: string): void {
    let from = 0;
    const keep = (to: number) => {
      const piece = text.slice(from, to);
      from = to;
      if (this.#record !== null) this.#record += piece;
      else if (this.#whole !== null) this.#whole += piece;
      if ((this.#record ?? this.#whole ?? "").length > longestRecord)
        throw new CannotStart(`A record has more than ${longestRecord / 1e6} million characters.`);
    };
    for (let at = 0; at < text.length; at += 1) {
      const sign = text.charAt(at);
      if (this.#inString) {
        this.#takeInString(sign);
        continue;
      }
      if (sign === '"') {
        this.#inString = true;
        this.#string = "";
      } else if (sign === ":") {
        const level = this.#levels.at(-1);
        if (level && !level.isList) level.key = this.#string;
      } else if (sign === "{" || sign === "[") {
        keep(at);
        this.#open(sign === "[");
      } else if (sign === "}" || sign === "]") {
        keep(at + 1);
        this.#close();
      }
    }
    keep(text.length);
  }

  #takeInString(sign: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (sign === "\\") this.#isEscaped = true;
    else if (sign === '"') this.#inString = false;
    // Keys of lists are short; texts need not be kept.
    else if (this.#string.length < 100) this.#string += sign;
  }

  #open(isList: boolean): void {
    const isEnvelope = this.#record === null && this.#isEnvelope(isList);
    const isTop = this.#levels.length === 0;
    if (isEnvelope && isTop && !isList) this.#whole = "";
    // A list by its name: what has it is no record itself.
    if (isEnvelope && !isTop && isList) this.#whole = null;
    const parent = this.#levels.at(-1);
    if (this.#record === null && parent?.isList && parent.isEnvelope) {
      this.#record = "";
      this.#recordLevel = this.#levels.length;
    }
    this.#levels.push({ isList, isEnvelope, key: "" });
  }

  /** Only lists and objects at the top, named lists in them, and lists in an object of such a name. */
  #isEnvelope(isList: boolean): boolean {
    const parent = this.#levels.at(-1);
    if (!parent) return true;
    if (!parent.isEnvelope || parent.isList || this.#levels.length > 2) return false;
    return this.#lists.has(parent.key) && (isList || this.#levels.length === 1);
  }

  #close(): void {
    this.#levels.pop();
    if (this.#record !== null && this.#levels.length === this.#recordLevel) {
      this.#found.push(this.#record);
      this.#record = null;
    }
    if (this.#levels.length > 0) return;
    if (this.#whole !== null) this.#found.push(this.#whole);
    this.#whole = null;
  }
}
