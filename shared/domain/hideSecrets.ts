/** What stands where a secret stood. */
export const hiddenSecret = "[removed]";

/** A text without what looks like a secret, and how many were in it. */
export interface Cleaned {
  text: string;
  found: number;
}

/**
 * Takes secrets out of a text that people wrote: keys of providers by their beginnings, private keys, signed tokens,
 * what follows a name such as "password:", credentials in addresses, and long random strings. It would rather take one
 * string too many than leave one: the recipient of the text can ask for what is missing.
 */
export function hideSecrets(text: string): Cleaned {
  let found = 0;
  let cleaned = text;
  for (const { pattern, keeps = () => false } of patterns) {
    cleaned = cleaned.replace(pattern, (whole: string, ...rest: unknown[]) => {
      // Named groups come last in what `replace` hands over, where a pattern has any.
      const groups = rest.at(-1) as { before?: string; secret?: string; after?: string };
      const { before = "", secret = whole, after = "" } = typeof groups === "object" ? groups : {};
      if (secret.includes(hiddenSecret) || keeps(secret)) return whole;
      found += 1;
      return `${before}${hiddenSecret}${after}`;
    });
  }
  return { text: cleaned, found };
}

/** An address without credentials: user, password, and what is behind a name that tells of a secret. */
export function hideSecretsOfUrl(address: string): Cleaned {
  if (!URL.canParse(address)) return hideSecrets(address);
  const url = new URL(address);
  let found = 0;
  if (url.username || url.password) {
    found += 1;
    url.username = "";
    url.password = "";
  }
  for (const [name, value] of [...url.searchParams]) {
    if (!secretName.test(name) && hideSecrets(value).found === 0) continue;
    found += 1;
    url.searchParams.delete(name);
  }
  const { text, found: inRest } = hideSecrets(decodeQuietly(url.pathname) + url.hash);
  if (inRest > 0) {
    found += inRest;
    const [path = "", ...hash] = text.split("#");
    url.pathname = path;
    url.hash = hash.join("#");
  }
  return found === 0 ? { text: address, found } : { text: url.href, found };
}

const secretName =
  /(^|[-_])(key|apikey|token|secret|password|passwd|pwd|sig|signature|auth|code|session|credential)s?$/i;

function decodeQuietly(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

interface Pattern {
  pattern: RegExp;
  /** What fits the pattern and is no secret. */
  keeps?: (secret: string) => boolean;
}

const hasLetterAndDigit = (text: string) => /\p{L}/u.test(text) && /\d/.test(text);

/** Short words without a digit are the sentence's own. */
const isPlainWord = (text: string) =>
  !hasLetterAndDigit(text) && !/^[^\p{L}\s]{6,}$/u.test(text) && text.length < 24;

const patterns: Pattern[] = [
  {
    pattern:
      /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]{0,20000}?(-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
  },
  { pattern: /\beyJ[\w-]{8,}\.[\w-]{8,}(\.[\w-]*)?/g },
  {
    pattern:
      /\b(sk|pk|rk|ph|hf|gsk|xai|pplx|npm|whsec|r8|fw|dop_v1|shp(at|ca|pa|ss)|sq0(atp|csp)|EAA[A-Z])[-_][\w-]{12,}/g,
    keeps: (text) => !/\d/.test(text) && !/[A-Z]/.test(text),
  },
  { pattern: /\b(gh[opsru]|github_pat|glpat|xox[abeoprs]|xapp)[-_][\w-]{10,}/g },
  { pattern: /\b(AKIA|ASIA|AROA)[A-Z0-9]{12,}\b/g },
  { pattern: /\b(AIza|ya29\.|SG\.|EAAG|ATATT)[\w.-]{16,}/g },
  {
    pattern: /(?<before>\b(Bearer|Basic|Digest|Token)\s{1,3})(?<secret>[\w+/=.~-]{10,})/gi,
    keeps: (text) => !/[\d=]/.test(text),
  },
  { pattern: /(?<before>\b[a-z][a-z0-9+.-]{1,20}:\/\/)(?<secret>[^\s/@]{1,200})(?<after>@)/gi },
  {
    pattern:
      /(?<before>\b(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|credentials?|signature|[\w-]{0,30}[-_ ]?(?:key|secret|token|password))["']?\s{0,3}(?:\bis\b\s{0,3}[:=]?|[:=])\s{0,3}["'`]?)(?<secret>[^\s"'`,;<>()]{6,200})/gi,
    keeps: isPlainWord,
  },
  {
    pattern:
      /(?<before>(?<!\p{L})(?:passwort|kennwort|mot de passe|contraseña|clave|parola d'ordine|wachtwoord|senha|palavra-passe|كلمة (?:المرور|السر))\s{0,3}(?:(?:ist|lautet|est|es|è|is|é|هي)\s{1,3}|[:=]\s{0,3})["'`«]?)(?<secret>[^\s"'`»,;<>()]{6,200})/giu,
    keeps: isPlainWord,
  },
  // Everybody who has such an address may write there.
  {
    pattern:
      /https:\/\/(?:hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)|(?:\w{1,10}\.)?discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks|[\w-]{1,63}\.webhook\.office\.com\/webhookb2)\/[\w@/-]{10,}/gi,
  },
  { pattern: /\bAGE-SECRET-KEY-1[A-Z0-9]{20,}/g },
  // Random strings: hexadecimal, and letters of both cases mixed with digits.
  { pattern: /\b[0-9a-f]{32,}\b/gi, keeps: (text) => !/\d/.test(text) || !/[a-f]/i.test(text) },
  {
    pattern: /(?<![\w/.-])[A-Za-z0-9_+-]{28,}={0,2}(?![\w.])/g,
    keeps: (text) => !(/[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text)),
  },
];
