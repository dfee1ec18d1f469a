/**
 * Gives the domain of what people type or paste: `https://www.Example.com/page` is `www.example.com`. Null for what can't
 * be one. A port is kept, because a site on another port is another site.
 */
export function readDomain(typed: string): string | null {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, "")
    .replace(/[/?#].*$/, "");
  return /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/.test(text) ? text : null;
}
