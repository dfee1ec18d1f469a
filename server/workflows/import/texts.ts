/** Gives the text of HTML, as other builders keep what people typed: paragraphs as lines, without tags. */
export function withoutTags(html: string): string {
  if (!/<[a-z/!]/i.test(html)) return html;
  return html
    .replace(/<br\s*\/?>|<\/(?:p|div|li|h[1-6])>/gi, "\n")
    .replace(/<[^<>]*>/g, "")
    .replace(/&nbsp;/g, " ")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Gives a text as JMESPath: a text with variables in braces becomes a join of its parts. */
export function toExpression(template: string): string {
  const parts = template.split(/(\{\{\s*[\w.]+\s*\}\})/).filter((part) => part !== "");
  const written = parts.map((part) => {
    const path = /^\{\{\s*([\w.]+)\s*\}\}$/.exec(part)?.[1];
    return path === undefined ? quote(part) : path;
  });
  const [only] = written;
  if (written.length <= 1) return only ?? "''";
  const texts = written.map((one) => (one.startsWith("'") ? one : `to_string(${one})`));
  return `join('', [${texts.join(", ")}])`;
}

function quote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
