/** Gives a text of Office with the characters that XML can't hold, which are written as `_x000D_`. */
export function unescapeText(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}
