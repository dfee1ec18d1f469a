import { embedHeight, embedWidth } from "../domain/limits.ts";
import { framePermissions } from "./permissions.ts";

export interface SnippetSource {
  /** The address of this installation, without a slash at its end. */
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

/** The tag after a queue: calls that the page makes before the script is there are kept and made then, in their order. */
export function queueSnippet(source: SnippetSource): string {
  return [
    "<script>",
    "window.Pilothouse=window.Pilothouse||function(){(Pilothouse.q=Pilothouse.q||[]).push(arguments)};",
    'Pilothouse("on","message:received",console.log);',
    "</script>",
    scriptSnippet(source),
  ].join("\n");
}

/** The chat as an element of the page, for frameworks and for a place of its own. */
export function elementSnippet({ host, token }: SnippetSource): string {
  return [
    `<script type="module" src="${host}/widget.mjs" crossorigin></script>`,
    `<pilothouse-chat token="${token}" mode="inline"></pilothouse-chat>`,
  ].join("\n");
}

/** The chat as a module, for page code that holds on to it. */
export function moduleSnippet({ host, token }: SnippetSource): string {
  return [
    '<script type="module">',
    `import { createWidget } from "${host}/widget.mjs";`,
    `const widget = await createWidget({ token: "${token}" });`,
    "</script>",
  ].join("\n");
}

/** A link to the agent's own page: no script, no frame. */
export function linkSnippet({ host }: Pick<SnippetSource, "host">, slug: string): string {
  return `<a href="${host}/p/${slug}">Chat with us</a>`;
}

/** An element of the page that opens the chat, with a question in its input; beside one of the scripts. */
export function openerSnippet(): string {
  return `<button type="button" data-agent-open data-agent-text="What does it cost?">Ask about prices</button>`;
}

/** What a page with a strict Content-Security-Policy adds to its own. */
export function policyLines({ host }: Pick<SnippetSource, "host">): string {
  return ["script-src", "frame-src", "connect-src"].map((name) => policyLine(name, host)).join("\n");
}

/** One of them. A policy takes a path for everything below it where a slash ends it. */
export function policyLine(directive: string, host: string): string {
  return `${directive} ${host}${new URL(host).pathname === "/" ? "" : "/"}`;
}

function escapeAttribute(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
}
