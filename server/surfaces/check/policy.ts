/** One Content-Security-Policy: its directives with their sources, all in lower case but for paths and nonces. */
export type Policy = ReadonlyMap<string, readonly string[]>;

/** Reads a header's or a meta element's text, which may hold several policies with commas between. */
export function readPolicies(text: string): Policy[] {
  return text
    .split(",")
    .map((one) => {
      const policy = new Map<string, string[]>();
      for (const part of one.split(";")) {
        const [name = "", ...sources] = part.trim().split(/\s+/);
        // The first of two equal directives counts.
        if (name && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), sources);
      }
      return policy;
    })
    .filter((policy) => policy.size > 0);
}

export interface Wanted {
  /** What is to be loaded. */
  url: URL;
  /** The page that loads it. */
  page: URL;
  /** The nonce on the script element, if it has one. */
  nonce?: string | undefined;
}

const fallbacks = {
  script: ["script-src-elem", "script-src", "default-src"],
  frame: ["frame-src", "child-src", "default-src"],
  connect: ["connect-src", "default-src"],
} as const;
export type Loaded = keyof typeof fallbacks;

/** The directive of this policy that decides about it; null where none does, so that it is allowed. */
export function decidingDirective(policy: Policy, loaded: Loaded): string | null {
  return fallbacks[loaded].find((name) => policy.has(name)) ?? null;
}

/** Whether one policy lets a page load this. All policies of a page have to. */
export function allows(policy: Policy, loaded: Loaded, wanted: Wanted): boolean {
  const directive = decidingDirective(policy, loaded);
  if (directive === null) return true;
  const sources = policy.get(directive) ?? [];
  if (loaded === "script") {
    const { nonce } = wanted;
    if (nonce && sources.includes(`'nonce-${nonce}'`)) return true;
    // With it the names of hosts count for nothing.
    if (sources.some((source) => source.toLowerCase() === "'strict-dynamic'")) return false;
  }
  return sources.some((source) => matches(source, wanted));
}

function matches(source: string, { url, page }: Wanted): boolean {
  const word = source.toLowerCase();
  if (word === "*") return /^(https?|wss?):$/.test(url.protocol) || url.protocol === page.protocol;
  if (word === "'self'") return url.origin === page.origin;
  if (/^[a-z][a-z0-9+.-]*:$/.test(word)) return isScheme(word, url);
  const parts = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[^/:*]+)(?::(\d+|\*))?(\/.*)?$/i.exec(source);
  if (!parts) return false;
  const [, scheme, host = "", port, path] = parts;
  return (
    isScheme(scheme ? `${scheme.toLowerCase()}:` : page.protocol, url) &&
    isHost(host.toLowerCase(), url.hostname) &&
    isPort(port, url) &&
    isPath(path, url.pathname)
  );
}

/** `http:` lets `https:` in too, as browsers do. */
function isScheme(scheme: string, { protocol }: URL): boolean {
  return scheme === protocol || (scheme === "http:" && protocol === "https:");
}

function isHost(host: string, hostname: string): boolean {
  if (host === "*") return true;
  return host.startsWith("*.") ? hostname.endsWith(host.slice(1)) : hostname === host;
}

function isPort(port: string | undefined, url: URL): boolean {
  if (port === "*") return true;
  const usual = url.protocol === "https:" ? "443" : "80";
  return (url.port || usual) === (port ?? usual);
}

function isPath(path: string | undefined, pathname: string): boolean {
  if (!path || path === "/") return true;
  return path.endsWith("/") ? pathname.startsWith(path) : pathname === path;
}
