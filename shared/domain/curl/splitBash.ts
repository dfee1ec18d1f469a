import { CurlProblem } from "./CurlProblem.ts";

/** Gives the words of each command in a text for bash, zsh or sh. */
export function splitBash(text: string, warnings: Set<string>): string[][] {
  const commands: string[][] = [[]];
  let word: string | null = null;
  let bare = "";
  let isTarget = false;
  let at = 0;

  const add = (part: string) => (word = (word ?? "") + part);
  const endWord = () => {
    if (word === null) return;
    refuseExpansion(bare);
    if (!isTarget) commands.at(-1)?.push(word);
    isTarget = false;
    word = null;
    bare = "";
  };

  while (at < text.length) {
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    const blank = char === "\\" ? /^\\[ \t]{1,100}\n/.exec(text.slice(at, at + 102))?.[0] : undefined;
    if (blank) {
      warnings.add("A line ends with spaces after its \\. They were left out, so that the command goes on.");
      at += blank.length;
    } else if (char === "\\") {
      if (next !== "\n") add(next);
      at += 2;
    } else if (char === "'") {
      const end = text.indexOf("'", at + 1);
      if (end < 0) throw unclosed();
      add(text.slice(at + 1, end));
      at = end + 1;
    } else if (char === "$" && next === "'") {
      const read = readAnsi(text, at + 2);
      add(read.value);
      at = read.end;
    } else if (char === '"' || (char === "$" && next === '"')) {
      const read = readDouble(text, at + (char === "$" ? 2 : 1), warnings);
      add(read.value);
      at = read.end;
    } else if (char === " " || char === "\t") {
      endWord();
      at += 1;
    } else if (char === "#" && word === null) {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end;
    } else if (/[\n;|&]/.test(char) && !(char === "&" && next === ">")) {
      if (char === "&" && next !== "&" && /\S/.test(next)) warnings.add(cutAtAmpersand);
      endWord();
      isTarget = false;
      commands.push([]);
      at += 1;
    } else if (/[<>]/.test(char) || char === "&") {
      if (word !== null && /^\d+$/.test(word)) word = null;
      endWord();
      const operator = /^(?:&>>?|<<<|<<-?|<&|>&|>>|>\||[<>])/.exec(text.slice(at, at + 3))?.[0] ?? char;
      if (/^<<-?$/.test(operator)) throw new CurlProblem(readsElsewhere);
      if (char === "<")
        warnings.add(
          "The shell reads a file at <. What follows it was left out; put <…> into quotation marks.",
        );
      isTarget = true;
      at += operator.length;
    } else if (/[()`]/.test(char) || (char === "$" && next === "(")) {
      throw new CurlProblem(char === "`" || char === "$" ? runsAnother : hasParenthesis);
    } else if (/[“”‘’\u00a0]/.test(char)) {
      throw new CurlProblem(
        "The command has typographic quotation marks or spaces. Replace them with plain ones.",
      );
    } else {
      if (char === "$") noteVariable(text, at, warnings);
      add(char);
      bare += char;
      at += 1;
    }
  }
  endWord();
  return commands;
}

const readsElsewhere =
  "The command reads its data from the lines below it. Put the data into the command, after --data.";
const runsAnother = "The command takes a part from another command, $(…) or `…`. Write that part out.";
const hasParenthesis = "A parenthesis has a meaning for the shell. Put the value into quotation marks.";
const cutAtAmpersand =
  "The shell ends the command at an & outside of quotation marks, so what follows was left out. Put the address into quotation marks.";

function unclosed(): CurlProblem {
  return new CurlProblem("A quotation mark is opened and not closed. Copy the whole command.");
}

/** bash makes several words of `{a,b}`, which is JSON without quotation marks more often than it is meant. */
function refuseExpansion(bare: string): void {
  if (bare.match(/\{[^{}]*\}/g)?.some((braces) => /,|\.\./.test(braces)))
    throw new CurlProblem("The shell would expand {…}. Put the value into quotation marks.");
}

function noteVariable(text: string, at: number, warnings: Set<string>): void {
  const name = /^\$(?:\{[^}\n]{0,100}\}|[A-Za-z_]\w{0,100}|[\d?!#*@$-])/.exec(text.slice(at, at + 110))?.[0];
  if (name) warnings.add(`${name} is a variable of the shell. Replace it with its value.`);
}

interface Piece {
  value: string;
  /** Where the text continues. */
  end: number;
}

function readDouble(text: string, from: number, warnings: Set<string>): Piece {
  let value = "";
  for (let at = from; at < text.length; at += 1) {
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    if (char === '"') return { value, end: at + 1 };
    if (char === "`" || (char === "$" && next === "(")) throw new CurlProblem(runsAnother);
    if (char === "$") noteVariable(text, at, warnings);
    if (char === "\\" && /[$`"\\\n]/.test(next)) {
      if (next !== "\n") value += next;
      at += 1;
    } else value += char;
  }
  throw unclosed();
}

const simpleEscapes: Record<string, string> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** `$'…'`: its numbers are bytes, which together have to be UTF-8. */
function readAnsi(text: string, from: number): Piece {
  const bytes: number[] = [];
  let value = "";
  const flush = () => {
    value += decodeUtf8(bytes.splice(0));
  };
  for (let at = from; at < text.length;) {
    const char = text.charAt(at);
    if (char === "'") {
      flush();
      return { value, end: at + 1 };
    }
    const escape =
      char === "\\"
        ? /^\\(?:x([\da-fA-F]{1,2})|([0-7]{1,3})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|c([\s\S])|([\s\S]))/.exec(
            text.slice(at, at + 12),
          )
        : null;
    const [whole = char, hex, octal, short, long, control, other] = escape ?? [];
    const byte = hex ?? octal;
    if (byte !== undefined) bytes.push(parseInt(byte, hex === undefined ? 8 : 16) & 0xff);
    else {
      flush();
      const point = short ?? long;
      if (point !== undefined) value += readPoint(point);
      else if (control !== undefined) value += String.fromCharCode(control.charCodeAt(0) & 0x1f);
      else if (other !== undefined)
        value += simpleEscapes[other] ?? (/['"\\?]/.test(other) ? other : `\\${other}`);
      else value += char;
    }
    if (bytes.at(-1) === 0) throw new CurlProblem("The command holds a character that no shell takes (NUL).");
    at += whole.length;
  }
  throw unclosed();
}

function readPoint(hex: string): string {
  const point = parseInt(hex, 16);
  if (point === 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff))
    throw new CurlProblem("The command holds an escape that stands for no character.");
  return String.fromCodePoint(point);
}

function decodeUtf8(bytes: number[]): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(new Uint8Array(bytes));
  } catch {
    throw new CurlProblem("The command holds bytes that are no text. Only text can be imported.");
  }
}
