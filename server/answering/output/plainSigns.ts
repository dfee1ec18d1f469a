/** Writes signs that are not what they look like as what they are, piece by piece. */
export interface PlainSigns {
  push(text: string): string;
  end(): string;
}

/** `&#104;`, and the one entity by its name that stands for nothing visible. */
const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|shy);/gi;
const begunEntity = /&(?:#(?:\d{0,7}|x[\da-f]{0,6})|s|sh|shy)?$/i;
/** What a browser leaves out of an address; between letters of other scripts such signs have a meaning. */
const unseen = /(?<=[!-~])(?:(?![\n\t\r])[\p{Cc}\p{Cf}])+(?=[!-~])/gu;
const unseenEnd = /(?:(?![\n\t\r])[\p{Cc}\p{Cf}])+$/u;
const mostWaiting = 200;

/**
 * Makes a writer that leaves no letter of an address in disguise: unseen signs within plain letters are left out, and
 * entities for plain letters become these. Half a character waits for its other half; what has none becomes U+FFFD.
 */
export function createPlainSigns(): PlainSigns {
  let waiting = "";
  let last = "";

  function write(text: string): string {
    const shown = text.toWellFormed().replaceAll("\u0000", "\ufffd").replace(entity, decode);
    const plain = (last + shown).replace(unseen, "").slice(last.length);
    last = plain.slice(-1) || last;
    return plain;
  }

  return {
    push(text) {
      const all = waiting + text;
      const held = /[\ud800-\udbff]$/.exec(all) ?? begunEntity.exec(all) ?? unseenEnd.exec(all);
      const end = held && held[0].length < mostWaiting ? held.index : all.length;
      waiting = all.slice(end);
      return write(all.slice(0, end));
    },
    end() {
      const rest = waiting;
      waiting = "";
      return write(rest);
    },
  };
}

function decode(whole: string, decimal?: string, hex?: string): string {
  const code = decimal ? Number(decimal) : hex ? parseInt(hex, 16) : 0xad;
  const sign = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  if (/^[\w:/.@\-+%?=#~]$/.test(sign)) return sign;
  return /^(?![\n\t\r])[\p{Cc}\p{Cf}]$/u.test(sign) ? "" : whole;
}
