/** What may go along with a message: pictures, PDFs and text, as far as a model takes files at all. */
export const attachmentTypes = [
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/gif",
  "application/pdf",
  "text/plain",
  "text/markdown",
  "text/csv",
] as const;
/** Recordings, which a model for speech writes down; the team may send them wherever it writes. */
export const audioTypes = ["audio/webm", "audio/mp4", "audio/mpeg", "audio/ogg", "audio/wav"] as const;
export type AudioType = (typeof audioTypes)[number];
export type AttachmentType = (typeof attachmentTypes)[number] | AudioType;

/** What the names of such files end with, as people know them. */
export function endingOf(type: string): string {
  const [, kind = ""] = type.split("/");
  if (type === "audio/mp4") return "m4a";
  return { jpeg: "jpg", plain: "txt", markdown: "md", mpeg: "mp3" }[kind] ?? kind;
}

/** Browsers know no type for some of these endings, or that of the program which is set up to open them. */
const typesByEnding: Record<string, AttachmentType> = {
  txt: "text/plain",
  log: "text/plain",
  md: "text/markdown",
  markdown: "text/markdown",
  csv: "text/csv",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  wav: "audio/wav",
  ogg: "audio/ogg",
};
/** What some systems call the types that we know. */
const otherNames: Record<string, AudioType> = {
  "audio/x-m4a": "audio/mp4",
  "audio/m4a": "audio/mp4",
  "audio/mp3": "audio/mpeg",
  "audio/wave": "audio/wav",
  "audio/x-wav": "audio/wav",
  "audio/vnd.wave": "audio/wav",
};
const vagueTypes = ["", "application/octet-stream", "application/vnd.ms-excel", "text/x-markdown"];

/** The type that a file counts as, by what its browser says and, where that says nothing, by its name; null: not taken. */
export function attachmentTypeOf(file: { name: string; contentType: string }): AttachmentType | null {
  const said = file.contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  const known = [...attachmentTypes, ...audioTypes].find((type) => type === said) ?? otherNames[said];
  if (known) return known;
  const ending = /\.([a-z\d]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? "";
  return (vagueTypes.includes(said) && typesByEnding[ending]) || null;
}

/** Whether a file shows as a picture. */
export function isImageType(contentType: string): boolean {
  return /^image\/(png|jpeg|webp|gif)$/.test(contentType);
}

/** Whether a file is listened to. */
export function isAudioType(contentType: string): boolean {
  return audioTypes.some((type) => type === contentType);
}

/** A file in a composer, on its way to the server. */
export interface FileDraft {
  id: string;
  name: string;
  contentType: string;
  sizeBytes: number;
  /**
   * `sending`: `progress` tells how far, from 0 to 1. `failed` and `refused`: `error` says why; only a failed one may go
   * another time.
   */
  delivery: "sending" | "ready" | "failed" | "refused";
  progress: number;
  error: string | null;
  /** The server's id of it, once it is there. */
  attachmentId: string | null;
}
