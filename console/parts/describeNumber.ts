import { formatBytes } from "../../shared/format/bytes.ts";
import { moments } from "../state/shell/moments.ts";
import { localeOf } from "./localeOf.ts";

/** A whole number as the user wants numbers written: `12,500`, `12.500`. */
export function describeNumber(value: number): string {
  return value.toLocaleString(localeOf(moments.language));
}

/** A number of things: `1 page`, `12,500 pages`. */
export function describeCount(count: number, one: string, many = `${one}s`): string {
  return `${describeNumber(count)} ${count === 1 ? one : many}`;
}

/** A size as the user wants numbers written: `1.5 MB`, `1,5 Mo`. */
export function describeBytes(bytes: number): string {
  return formatBytes(bytes, localeOf(moments.language));
}
