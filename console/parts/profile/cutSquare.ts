const sidePx = 512;

/**
 * Gives the middle of a picture as a small square, so that a photo of any size may be chosen and nothing that it tells
 * beside its pixels (where it was taken, for example) leaves this device. Throws where it is no picture.
 */
export async function cutSquare(file: File): Promise<File> {
  if (typeof createImageBitmap === "undefined") return file;
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error("This isn’t a supported picture. Choose a PNG, JPEG, GIF or WebP.");
  });
  const cut = Math.min(picture.width, picture.height);
  const side = Math.min(cut, sidePx);
  const canvas = new OffscreenCanvas(side, side);
  const [left, top] = [(picture.width - cut) / 2, (picture.height - cut) / 2];
  canvas.getContext("2d")?.drawImage(picture, left, top, cut, cut, 0, 0, side, side);
  picture.close();
  // A browser that can't write WebP writes PNG instead.
  const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.88 });
  return new File([blob], "picture", { type: blob.type });
}
