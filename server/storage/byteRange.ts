/** A part of a file, both ends inclusive. */
export interface ByteRange {
  from: number;
  to: number;
}

/** Reads what part of a file is asked for (RFC 9110, one range); null where the whole is meant. `none`: there is no such. */
export function readRange(header: string | null, sizeBytes: number): ByteRange | "none" | null {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return null;
  const from = first === "" ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const to = first === "" || last === "" ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  return from <= to ? { from, to } : "none";
}
