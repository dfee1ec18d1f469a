/** Groups of a file of RTF that hold no text of the document. */
const beside =
  /^(?:fonttbl|colortbl|stylesheet|info|pict|object|themedata|colorschememapping|datastore|latentstyles|listtable|listoverridetable|rsidtbl|generator|header[lrf]?|footer[lrf]?|fldinst|xmlnstbl)$/;

const signs: Record<string, string> = {
  ...{ par: "\n\n", line: "\n", sect: "\n\n", page: "\n\n", tab: "\t", cell: " | ", row: "\n" },
  ...{ emdash: "—", endash: "–", lquote: "‘", rquote: "’", ldblquote: "“", rdblquote: "”", bullet: "•" },
  ...{ "~": "\u00a0", "-": "", _: "-", "{": "{", "}": "}", "\\": "\\" },
};

interface Group {
  isBeside: boolean;
  isHidden: boolean;
  /** How many letters follow each sign of Unicode for programs that don't know it. */
  skips: number;
}

/** Nobody nests deeper; a file made to be deep ends here. */
const deepest = 200;

/** Gives the text of a document in RTF, without its pictures and what is hidden in it. */
export function rtfToText(rtf: string): string {
  const text: string[] = [];
  const groups: Group[] = [{ isBeside: false, isHidden: false, skips: 1 }];
  let skip = 0;
  const put = (sign: string) => {
    const { isBeside, isHidden } = groups.at(-1) ?? { isBeside: true, isHidden: false };
    if (skip > 0) skip--;
    else if (!isBeside && !isHidden) text.push(sign);
  };
  const tokens = /\\([a-z]{1,32})(-?\d{1,10})?[ ]?|\\'([\da-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)/gi;
  for (const [, word, count, hex, symbol, brace, plain] of rtf.matchAll(tokens)) {
    const group = groups.at(-1);
    if (brace === "{" && group) {
      if (groups.length > deepest) break;
      groups.push({ ...group });
    } else if (brace === "}") {
      if (groups.length > 1) groups.pop();
      skip = 0;
    } else if (hex) put(decoder.decode(Uint8Array.of(Number.parseInt(hex, 16))));
    else if (plain) for (const letter of skip > 0 ? plain : [plain]) put(letter);
    else if (!group) continue;
    else if (symbol === "*") group.isBeside = true;
    else if (symbol) put(signs[symbol] ?? "");
    else if (word) {
      if (beside.test(word)) group.isBeside = true;
      else if (word === "v" || word === "strike") group.isHidden = count !== "0";
      else if (word === "plain") group.isHidden = false;
      else if (word === "uc") group.skips = Number(count ?? 1);
      else if (word === "u") {
        put(String.fromCharCode(Number(count) & 0xffff));
        skip = group.skips;
      } else if (signs[word] !== undefined) put(signs[word]);
    }
  }
  return text.join("").trim();
}

const decoder = new TextDecoder("windows-1252");
