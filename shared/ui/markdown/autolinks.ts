/** An address that stands in the text as it is. */
export interface Autolink {
  href: string;
  text: string;
  end: number;
}

const pointy =
  /<(?:([a-z][a-z\d+.-]{1,31}:[^\s<>]*)|([\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(?:\.[a-z\d-]+)*))>/iy;
const bareUrl = /(?:https?:\/\/|www\.)[^\s<>\]`|。，、）」]+/iy;
const bareDomain = /@[a-z\d-]+(?:\.[a-z\d-]+)+/iy;
/** The part before the @ has at most 64 characters. */
const maxLocal = 64;

/** Reads `<https://…>` or `<name@host>` that begins at a place. */
export function readAutolink(text: string, at: number): Autolink | undefined {
  pointy.lastIndex = at;
  const [whole = "", address, email] = pointy.exec(text) ?? [];
  const shown = address ?? email;
  if (!shown) return undefined;
  return { href: email ? `mailto:${email}` : shown, text: shown, end: at + whole.length };
}

/** Reads a bare `https://…` or `www.…`; punctuation that ends the sentence and a foreign `)` stay outside. */
export function readBareUrl(text: string, at: number): Autolink | undefined {
  if (/[a-z\d]/i.test(text.charAt(at - 1))) return undefined;
  bareUrl.lastIndex = at;
  const [whole = ""] = bareUrl.exec(text) ?? [];
  const shown = trimSentenceEnd(whole);
  const href = /^www\./i.test(shown) ? `https://${shown}` : shown;
  if (!/^https?:\/\/[^/]./i.test(href)) return undefined;
  return { href, text: shown, end: at + shown.length };
}

/** Reads a bare `name@host.tld` around its @. */
export function readBareEmail(text: string, at: number): (Autolink & { start: number }) | undefined {
  let start = at;
  while (at - start < maxLocal && /[\w.+-]/.test(text.charAt(start - 1))) start -= 1;
  bareDomain.lastIndex = at;
  const domain = bareDomain.exec(text)?.[0].replace(/-+$/, "");
  if (start === at || !domain) return undefined;
  const shown = text.slice(start, at) + domain;
  return { href: `mailto:${shown}`, text: shown, start, end: at + domain.length };
}

function trimSentenceEnd(url: string): string {
  let end = url.length;
  let surplus = url.split(")").length - url.split("(").length;
  for (; end > 0; end--) {
    const char = url.charAt(end - 1);
    if (char === ")" && surplus > 0) surplus -= 1;
    else if (!/[?!.,:*_~'";]/.test(char)) break;
  }
  return url.slice(0, end);
}
