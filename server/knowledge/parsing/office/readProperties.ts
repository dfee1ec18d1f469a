import { unescapeText } from "./unescapeText.ts";

const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

/** Gives the title and language that an Office document was given by its author; empty and null where it has none. */
export function readProperties(data: Uint8Array | undefined): { title: string; language: string | null } {
  const text = data ? new TextDecoder().decode(data) : "";
  const read = (name: string) => new RegExp(`<dc:${name}>([^<]*)<`).exec(text)?.[1]?.trim() ?? "";
  const title = unescapeText(
    read("title").replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? ""),
  ).trim();
  return { title, language: read("language") || null };
}
