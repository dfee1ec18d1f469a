import { embedHeight, embedWidth } from "../domain/limits.ts";

/** What the frame is allowed to use; `clipboard` alone is not a feature's name. */
export const framePermissions = "microphone; camera; clipboard-read; clipboard-write; geolocation";

export interface SnippetSource {
  /** The origin of this installation. */
  host: string;
  token: string;
}

/** The tag that developers paste: one external script, nothing inline, so that a strict policy takes it. */
export function scriptSnippet({ host, token }: SnippetSource): string {
  return `<script async src="${host}/widget.js?token=${token}" referrerpolicy="origin" crossorigin></script>`;
}

/** The chat in the page itself, without any script, in the specification's size. */
export function iframeSnippet({ host, token }: SnippetSource, name: string): string {
  return [
    `<iframe src="${host}/embed/${token}" width="${embedWidth}" height="${embedHeight}" title="Chat with ${escapeAttribute(name)}"`,
    ` loading="lazy" referrerpolicy="origin" allow="${framePermissions}"`,
    ` style="border:0;color-scheme:light dark"></iframe>`,
  ].join("\n");
}

/** What a page with a strict Content-Security-Policy adds to its own. */
export function policyLines({ host }: Pick<SnippetSource, "host">): string {
  return [`script-src ${host}`, `frame-src ${host}`, `connect-src ${host}`].join("\n");
}

function escapeAttribute(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
}
