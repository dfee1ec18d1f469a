import PostalMime from "postal-mime";
import type { Attachment } from "postal-mime";
import type { KeptMail } from "./keptMail.ts";

const mostFiles = 20;

interface ParsedMail {
  mail: KeptMail;
  /** In the order of the mail's `attachments`. */
  files: Attachment[];
}

/** Reads a mail into what is kept of it. One that can't be read has no words. */
export async function parseMail(source: Uint8Array | undefined, size = 0): Promise<ParsedMail> {
  const mail = await PostalMime.parse(source ?? new Uint8Array()).catch(() => null);
  const isCut = (source?.byteLength ?? 0) < size;
  const headers = Object.fromEntries(
    (mail?.headers ?? []).map(({ key, value }) => [key, value.slice(0, 500)]),
  );
  const references = `${mail?.references ?? ""} ${mail?.inReplyTo ?? ""}`.match(/<[^<>\s]{1,400}>/g) ?? [];
  const kept: KeptMail = {
    from: { address: mail?.from?.address ?? "", name: mail?.from?.name ?? "" },
    subject: mail?.subject ?? "",
    text: (mail?.text ?? "").slice(0, 200_000),
    html: mail?.text ? "" : (mail?.html ?? "").slice(0, 500_000),
    messageId: mail?.messageId ?? "",
    references: [...new Set(references)].slice(-50),
    attachments: (mail?.attachments ?? []).slice(0, mostFiles).map((file, index, { length }) => ({
      name: file.filename ?? "file",
      contentType: file.mimeType,
      // The last one goes on behind what was read.
      sizeBytes: isCut && index === length - 1 ? size : bytesOf(file).byteLength,
      isInline: file.disposition !== "attachment" && file.related === true,
    })),
    marks: {
      autoSubmitted: headers["auto-submitted"] ?? "",
      precedence: headers["precedence"] ?? "",
      isList: headers["list-id"] !== undefined || headers["list-unsubscribe"] !== undefined,
      returnPath: headers["return-path"] ?? null,
    },
  };
  return { mail: kept, files: (mail?.attachments ?? []).slice(0, mostFiles) };
}

/** The bytes of a file of a mail. */
export function bytesOf({ content }: Attachment): Uint8Array {
  return typeof content === "string" ? Buffer.from(content) : new Uint8Array(content);
}
