import type { StepCard } from "../../../shared/domain/workflows/steps.ts";

/**
 * A card as Markdown, which chat and inbox draw and channels read as text with links. A link whose variables give no web
 * address stays as text.
 */
export function writeCard({ title, text, links }: StepCard, fill: (text: string) => string): string {
  const shown = links.map(({ label, url }) => writeLink(onOneLine(fill(label)), onOneLine(fill(url))));
  const name = onOneLine(fill(title)).replaceAll("**", "");
  return [name && `**${name}**`, fill(text).trim(), shown.join("\n")].filter(Boolean).join("\n\n");
}

function writeLink(label: string, url: string): string {
  const address = URL.parse(url);
  if (!address || !["http:", "https:"].includes(address.protocol)) return `- ${label}: ${url}`;
  // Brackets would end the link where a variable has them.
  const name = label.replaceAll("[", "(").replaceAll("]", ")");
  return `- [${name}](${address.href.replaceAll("(", "%28").replaceAll(")", "%29")})`;
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
