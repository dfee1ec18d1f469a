/**
 * Gives an address that a link may lead to, or undefined. Only http, https, mailto and tel: no script, no data,
 * nothing relative (it would lead into the frame's own site). Control and format characters, which browsers ignore in a
 * scheme, are taken out before looking. It stands apart from markdown/links.ts: first pictures have links, long before
 * anybody reads Markdown.
 */
export function safeHref(address: string): string | undefined {
  const href = address
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .trim()
    .replace(/\s/g, "%20");
  return /^(?:https?:\/\/[^/]|mailto:[^?]|tel:[+\d])/i.test(href) ? href : undefined;
}
