import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { ParseError } from "./ParseError.ts";

/** The longer side of a picture, in pixels. */
const side = 180;

let ready: Promise<void> | undefined;

/** Draws an SVG as a PNG. Nothing that it names is loaded, and no font is there, so its texts are left out. */
export async function drawPicture(svg: Uint8Array): Promise<Uint8Array> {
  ready ??= readFile(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm")).then(
    initWasm,
  );
  await ready;
  let picture: InstanceType<typeof Resvg> | undefined;
  try {
    picture = new Resvg(svg, { font: { loadSystemFonts: false } });
    const { width, height } = picture;
    picture.free();
    const mode = width >= height ? "width" : "height";
    picture = new Resvg(svg, { font: { loadSystemFonts: false }, fitTo: { mode, value: side } });
    return picture.render().asPng();
  } catch (error) {
    throw new ParseError("broken", undefined, { cause: error });
  } finally {
    picture?.free();
  }
}
