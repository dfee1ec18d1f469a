import { readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { workerPath } from "../../shared/domain/standalone.ts";
import { chooseEncoding } from "../requests/compress.ts";

interface Manifest {
  /** Hash of the sources that were built. */
  source: string;
  entries: Record<string, { file: string; preload: string[] }>;
  /** By the path under which a file is served. */
  files: Record<string, { path: string; immutable: boolean }>;
}

/** The built files of console, widget and embed. */
export interface Assets {
  /** The address of an entry's script and of what it imports at once; null where it was not built. */
  findEntry(name: string): { file: string; preload: string[] } | null;
  /** Answers with a built file, or null where the path belongs to none. */
  serve(path: string, headers: Headers): Promise<Response | null>;
}

const mediaTypes: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".mts": "application/typescript; charset=utf-8",
  ".map": "application/json",
  ".svg": "image/svg+xml; charset=utf-8",
};

/** After this time files whose name stays the same over versions are asked for again. */
const fixedNameSeconds = 300;

/**
 * Serves what the build's manifest lists and nothing else, so a path can't reach any other file. Paths are below the base
 * path; addresses begin with it.
 */
export function openAssets(folder: string, basePath = ""): Assets {
  const manifestPath = join(folder, "manifest.json");
  let manifest: Manifest = { source: "", entries: {}, files: {} };
  let readAt = -1;

  /** A build that ran meanwhile is noticed, so that developing needs no restart. */
  function current(): Manifest {
    const changedAt = statSync(manifestPath, { throwIfNoEntry: false })?.mtimeMs ?? -1;
    if (changedAt !== readAt) {
      if (changedAt >= 0) manifest = JSON.parse(readFileSync(manifestPath, "utf8")) as Manifest; // our own build's
      readAt = changedAt;
    }
    return manifest;
  }

  return {
    findEntry(name) {
      const entry = current().entries[name];
      return entry
        ? { file: basePath + entry.file, preload: entry.preload.map((file) => basePath + file) }
        : null;
    },
    async serve(path, headers) {
      const { files, source } = current();
      const file = Object.hasOwn(files, path) ? files[path] : undefined;
      if (!file) return null;
      const encoding = chooseEncoding(headers.get("accept-encoding"));
      // The build writes all three.
      const ending = encoding ? { br: ".br", gzip: ".gz" }[encoding] : "";
      const etag = `"${source}${ending}"`;
      const answer = new Headers({
        "Content-Type": mediaTypes[extname(file.path)] ?? "application/octet-stream",
        "Cache-Control": file.immutable
          ? "public, max-age=31536000, immutable"
          : `public, max-age=${fixedNameSeconds}, stale-while-revalidate=86400`,
        Vary: "Accept-Encoding",
        ETag: etag,
        // Scripts run on strangers' pages, by tag, by import and under COEP.
        "Access-Control-Allow-Origin": "*",
        "Cross-Origin-Resource-Policy": "cross-origin",
      });
      if (path === workerPath) {
        // Never an old one; and its requests, which the pages of its scope make, are asked for under its own policy.
        answer.set("Cache-Control", "no-cache");
        answer.set(
          "Content-Security-Policy",
          "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
        );
        // It serves two folders, of which it lies in one.
        answer.set("Service-Worker-Allowed", `${basePath}/`);
      }
      // Where a module's types lie, for tools that ask its address.
      const types = path.replace(/\.mjs$/, ".d.mts");
      if (types !== path && Object.hasOwn(files, types)) answer.set("X-TypeScript-Types", basePath + types);
      if (headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers: answer });
      if (encoding) answer.set("Content-Encoding", encoding);
      const bytes = await readFile(join(folder, file.path + ending));
      return new Response(bytes, { headers: answer });
    },
  };
}
