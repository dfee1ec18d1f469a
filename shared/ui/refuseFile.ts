import { attachmentTypeOf, endingOf } from "../domain/attachments.ts";
import { formatBytes } from "../format/bytes.ts";
import { fill } from "../words/language.ts";
import { widgetWords } from "../words/widget.ts";

/** Says why a file can't go along with a message; null where it can. */
export function refuseFile(
  { name, type: contentType, size }: File,
  { types, maxBytes }: { types: readonly string[]; maxBytes: number },
): string | null {
  const type = attachmentTypeOf({ name, contentType });
  if (!type || !types.includes(type)) {
    const kinds = types.map((taken) => endingOf(taken).toUpperCase());
    return fill(widgetWords.fileTypeRefused, { name, kinds: kinds.join(", ") });
  }
  return size > maxBytes ? fill(widgetWords.fileTooLarge, { name, size: formatBytes(maxBytes) }) : null;
}
