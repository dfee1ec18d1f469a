const strictest = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const defaults: Record<string, string> = {
  "Content-Security-Policy": strictest,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cache-Control": "no-store",
};

const hsts = "max-age=31536000";

interface Transport {
  isHttps: boolean;
  /** Whether the operator says that everything below this host has https too. */
  coversSubdomains: boolean;
}

/** Adds the strict header wherever an answer does not set its own; pages loosen what they need and nothing else. */
export function secureHeaders(headers: Headers, { isHttps, coversSubdomains }: Transport): void {
  for (const [name, value] of Object.entries(defaults)) {
    if (!headers.has(name)) headers.set(name, value);
  }
  const isFramed = !headers.get("Content-Security-Policy")?.includes("frame-ancestors 'none'");
  // For the browsers that know nothing of frame-ancestors.
  if (!isFramed) headers.set("X-Frame-Options", "DENY");
  if (isHttps)
    headers.set("Strict-Transport-Security", coversSubdomains ? `${hsts}; includeSubDomains` : hsts);
}
