import type { Segments } from "../../kind.ts";

/** The characters of GSM 03.38, each of which takes seven bits, and those that take twice as many. */
const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const extended = "\f^{}\\[~]|€";
/** How much fits into one text message, and into each of several, which also have to say how they belong together. */
const rooms = { "GSM-7": { one: 160, each: 153 }, "UCS-2": { one: 70, each: 67 } } as const;

/** Counts the text messages that a text is sent and charged as. One character outside of GSM 03.38 halves their room. */
export function countSegments(text: string): Segments {
  const characters = [...text];
  const isGsm = characters.every((one) => basic.includes(one) || extended.includes(one));
  const encoding = isGsm ? "GSM-7" : "UCS-2";
  const sizes = characters.map((one) => (isGsm ? (extended.includes(one) ? 2 : 1) : one.length));
  const { one, each } = rooms[encoding];
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= one) return { count: 1, encoding };
  let count = 1;
  let room: number = each;
  // No character is cut in two.
  for (const size of sizes) {
    if (size > room) {
      count += 1;
      room = each;
    }
    room -= size;
  }
  return { count, encoding };
}
