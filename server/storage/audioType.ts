import type { AudioType } from "../../shared/domain/attachments.ts";

/** How many of a file's first bytes tell its kind. */
export const audioMarkBytes = 12;

/** The kind of recording that a file is, by its first bytes; null where it is none that browsers and phones make. */
export function audioTypeOf(bytes: Uint8Array): AudioType | null {
  const start = Buffer.from(bytes.subarray(0, audioMarkBytes)).toString("latin1");
  if (start.startsWith("\x1a\x45\xdf\xa3")) return "audio/webm";
  if (start.startsWith("OggS")) return "audio/ogg";
  if (start.startsWith("RIFF") && start.slice(8, 12) === "WAVE") return "audio/wav";
  if (start.slice(4, 8) === "ftyp") return "audio/mp4";
  // A tag, or the first frame of MPEG layer 3.
  return /^(ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/.test(start) ? "audio/mpeg" : null;
}
