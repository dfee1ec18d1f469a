/** Hides personal data from a model, and puts it back into what the model says. One for each answer. */
export interface Mask {
  /** Puts a mark in place of each e-mail address, card number, IBAN and telephone number; the same one gets the same mark. */
  hide(text: string): string;
  /** Puts back what the marks stand for, in pieces of a stream; what may be the beginning of a mark waits. */
  show(piece: string): string;
  /** What still waits when the stream is over. */
  end(): string;
  /** Puts back what the marks of a whole text stand for. */
  restore(text: string): string;
  /** How many were hidden. */
  count(): number;
}

interface Kind {
  name: string;
  pattern: RegExp;
  isOne?: (found: string) => boolean;
}

/** The most telling ones first: a card number looks like a telephone number. */
const kinds: Kind[] = [
  { name: "email", pattern: /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu },
  { name: "iban", pattern: /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,4})?\b/g, isOne: isIban },
  { name: "card", pattern: /(?<![\d-])\d(?:[ -]?\d){12,18}(?![\d-])/g, isOne: isCard },
  {
    name: "phone",
    pattern: /(?<![\p{L}\p{N}.,/-]|\d )(?:\+|00)?\(?\d(?:[ ().\-/]{0,2}\d){7,14}(?![\p{L}\p{N}]|[ .\-/]\d)/gu,
    isOne: isPhone,
  },
];
/** No page and hardly any person writes these brackets. */
const [open, close] = ["⟦", "⟧"];
const longestMark = 16;

export function createMask(): Mask {
  const marks = new Map<string, string>();
  const originals = new Map<string, string>();
  let waiting = "";

  function markOf(name: string, found: string): string {
    const known = marks.get(found);
    if (known) return known;
    const mark = `${open}${name} ${marks.size + 1}${close}`;
    marks.set(found, mark);
    originals.set(mark, found);
    return mark;
  }

  return {
    hide: (text) =>
      kinds.reduce(
        (hidden, { name, pattern, isOne }) =>
          hidden.replace(pattern, (found) => (!isOne || isOne(found) ? markOf(name, found) : found)),
        // A mark that a visitor wrote themselves stands for nothing of theirs.
        text.replaceAll(open, "[").replaceAll(close, "]"),
      ),
    show(piece) {
      const text = waiting + piece;
      const at = text.lastIndexOf(open);
      const isBegun = at !== -1 && !text.includes(close, at) && text.length - at < longestMark;
      waiting = isBegun ? text.slice(at) : "";
      return putBack(isBegun ? text.slice(0, at) : text);
    },
    end() {
      const rest = waiting;
      waiting = "";
      return putBack(rest);
    },
    restore: putBack,
    count: () => marks.size,
  };

  function putBack(text: string): string {
    return text.replace(/⟦[a-z]+ \d+⟧/g, (mark) => originals.get(mark) ?? mark);
  }
}

/** The check digit that all card numbers have. */
function isCard(found: string): boolean {
  const digits = found.replace(/\D/g, "").split("").reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0 && new Set(digits).size > 1;
}

/** ISO 13616: the number made of the rearranged letters and digits leaves 1. */
function isIban(found: string): boolean {
  const plain = found.replace(/\s/g, "");
  if (plain.length < 15 || plain.length > 34) return false;
  const digits = (plain.slice(4) + plain.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** Dates, prices and order numbers have as many digits: a telephone number begins like one or is written in groups. */
function isPhone(found: string): boolean {
  if (/^\d{4}[-./]\d{1,2}[-./]\d{1,2}$|^\d{1,2}[-./]\d{1,2}[-./]\d{4}$/.test(found)) return false;
  if (/^(\+|00)/.test(found)) return true;
  return /^\(?0\d/.test(found) || /^\(?\d{2,4}\)?[ .\-/]\d{2,4}[ .\-/]\d{2,5}([ .\-/]\d{2,5})?$/.test(found);
}
