import { crc32, deflateSync } from "node:zlib";
import { defaultBrand } from "../../shared/domain/product.ts";

/** The star of our mark, in the 24 units of its picture. */
const star = [...[12, 4.2, 13.9, 10.1, 19.8, 12, 13.9, 13.9], ...[12, 19.8, 10.1, 13.9, 4.2, 12, 10.1, 10.1]];
/** Lines of each row that are sampled, and the shades at an edge. */
const lines = 8;
const shades = 32;

/**
 * Draws our mark as a PNG of `size` px a side, for devices that know no SVG. It fills its square, and what counts stands
 * inside the circle that a device may cut out of it.
 */
export function drawAppIcon(size: number): Uint8Array {
  const rows = Buffer.alloc(size * (size + 1));
  for (let y = 0; y < size; y += 1) {
    const covered = new Float64Array(size);
    for (let line = 0; line < lines; line += 1) cover(covered, ((y + (line + 0.5) / lines) * 24) / size);
    // A row begins with its filter, which is none.
    for (let x = 0; x < size; x += 1) {
      rows[y * (size + 1) + 1 + x] = Math.round(((covered[x] ?? 0) / lines) * (shades - 1));
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("PLTE", palette()),
    chunk("IDAT", deflateSync(rows, { level: 6 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Adds how much of each pixel lies inside the star on the line at `y`. */
function cover(covered: Float64Array, y: number): void {
  const scale = covered.length / 24;
  const crossings = edges()
    .filter(([, y1, , y2]) => y1 > y !== y2 > y)
    .map(([x1, y1, x2, y2]) => (x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) * scale)
    .toSorted((one, other) => one - other);
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const [from, to] = [crossings[at] ?? 0, crossings[at + 1] ?? 0];
    for (let x = Math.floor(from); x < to; x += 1) {
      covered[x] = (covered[x] ?? 0) + Math.min(x + 1, to) - Math.max(x, from);
    }
  }
}

function edges(): [number, number, number, number][] {
  return star.flatMap((x1, index) => {
    if (index % 2 === 1) return [];
    const next = (index + 2) % star.length;
    return [[x1, star[index + 1] ?? 0, star[next] ?? 0, star[next + 1] ?? 0]];
  });
}

/** From the brand's color to white. */
function palette(): Buffer {
  const brand = [1, 3, 5].map((at) => Number.parseInt(defaultBrand.slice(at, at + 2), 16));
  const mix = (value: number, shade: number) => Math.round(value + ((255 - value) * shade) / (shades - 1));
  return Buffer.from(
    Array.from({ length: shades }, (_, shade) => brand.map((one) => mix(one, shade))).flat(),
  );
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
