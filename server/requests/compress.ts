import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Shorter texts fit into one packet as they are. */
const leastBytes = 400;
/** Of a few kilobytes it takes well under a millisecond, and the highest quality saves hardly more. */
const brotliQuality = 5;

/** The way of packing that a client can read; brotli before gzip, and null for neither. */
export function chooseEncoding(accepted: string | null): "br" | "gzip" | null {
  const names = (accepted ?? "").split(",").flatMap((part) => {
    const [name = "", ...options] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return options.some((option) => /^q=0(\.0*)?$/.test(option)) ? [] : [name];
  });
  if (names.includes("br")) return "br";
  return names.includes("gzip") ? "gzip" : null;
}

/**
 * Packs a short text for clients that support it. Only for text without the caller's secrets: beside text that an
 * attacker chose, the length of a packed answer tells what else is in it.
 */
export async function compress(answer: Response, accepted: string | null): Promise<Response> {
  answer.headers.append("Vary", "Accept-Encoding");
  const encoding = chooseEncoding(accepted);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { status, headers } = answer;
  if (!encoding || bytes.length < leastBytes) return new Response(bytes, { status, headers });
  headers.set("Content-Encoding", encoding);
  const packed =
    encoding === "br"
      ? brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
      : gzipSync(bytes);
  return new Response(packed, { status, headers });
}
