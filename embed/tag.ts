import type { RawOptions } from "./raw.ts";
import { findHost } from "./findHost.ts";

/** Reads the script tag: `?token=` (or `tkn`) of its address, the rest from `data-*`, all as it was written. */
export function readTag(script: HTMLScriptElement | null): RawOptions {
  // Without a prototype: pages that extend every object must not set our options.
  const options: RawOptions = { __proto__: null } as RawOptions;
  if (!script) return options;
  const { searchParams } = new URL(script.src);
  Object.assign(options, script.dataset, { host: findHost(script.src), script });
  options.token = searchParams.get("token") || searchParams.get("tkn") || options.token;
  return options;
}
