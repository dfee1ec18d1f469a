/** An address that is in the text as it is. */
export interface Autolink {
  href: string;
  text: string;
  end: number;
}

const pointy =
  /<(?:([a-z][a-z\d+.-]{1,31}:[^\s<>]*)|([\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(?:\.[a-z\d-]+)*))>/iy;
/**
 * Texts in scripts without spaces continue right behind an address; addresses with such letters are mostly written
 * encoded.
 */
const bareUrl =
  /(?:https?:\/\/|www\.)[^\s<>\]`|\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef“”‘’]+/iuy;
const bareDomain = /@[\w-]+(?:\.[\w-]+)+/iy;
const scheme = /(?:mailto|xmpp):$/i;
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
  if (/w/i.test(text.charAt(at)) && !/^$|[\s*_~(（：]/.test(text.charAt(at - 1))) return undefined;
  bareUrl.lastIndex = at;
  const [whole = ""] = bareUrl.exec(text) ?? [];
  const shown = trimSentenceEnd(whole);
  const href = /^www\./i.test(shown) ? `http://${shown}` : shown;
  const [, host = ""] = /^https?:\/\/([^/?#:@]+)/i.exec(href) ?? [];
  // The last two parts of a host have no underscore.
  if (!host || /_[^.]*(\.[^.]*)?$/.test(host)) return undefined;
  return { href, text: shown, end: at + shown.length };
}

/** Reads a bare `name@host.tld` around its @, with its scheme if there is one. */
export function readBareEmail(text: string, at: number): (Autolink & { start: number }) | undefined {
  let start = at;
  while (at - start < maxLocal && /[\w.+-]/.test(text.charAt(start - 1))) start -= 1;
  bareDomain.lastIndex = at;
  const [domain] = bareDomain.exec(text) ?? [];
  if (start === at || !domain || /[-_]$/.test(domain)) return undefined;
  const [prefix = ""] = scheme.exec(text.slice(Math.max(0, start - 7), start)) ?? [];
  const shown = prefix + text.slice(start, at) + domain;
  return {
    href: prefix ? shown : `mailto:${shown}`,
    text: shown,
    start: start - prefix.length,
    end: at + domain.length,
  };
}

function trimSentenceEnd(url: string): string {
  let end = url.length;
  let surplus = url.split(")").length - url.split("(").length;
  for (; end > 0; end--) {
    const char = url.charAt(end - 1);
    if (char === ")" && surplus > 0) surplus -= 1;
    else if (!/[?!.,:*_~'";]/.test(char)) break;
  }
  const [entity = ""] = /&[a-z\d]+$/i.exec(url.slice(Math.max(0, end - 32), end)) ?? [];
  // What ends like `&copy;` is an entity behind the address.
  return url.slice(0, url[end] === ";" && entity ? end - entity.length : end);
}
