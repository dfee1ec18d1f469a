/** The origins that an app says it needs, by what for. */
export interface AppOrigins {
  connect: string[];
  resource: string[];
  frame: string[];
}

const mostOrigins = 20;

/** Keeps of what a server declares as `_meta.ui.csp` the origins that a policy can name, with and without a wildcard before them. */
export function readAppOrigins(csp: unknown): AppOrigins {
  const declared = typeof csp === "object" && csp !== null ? (csp as Record<string, unknown>) : {};
  return {
    connect: keepOrigins(declared["connectDomains"], ["https", "wss"]),
    resource: keepOrigins(declared["resourceDomains"], ["https"]),
    frame: keepOrigins(declared["frameDomains"], ["https"]),
  };
}

/** Anything else could open every origin, or end the directive and begin another. */
function keepOrigins(declared: unknown, schemes: readonly string[]): string[] {
  if (!Array.isArray(declared)) return [];
  return declared
    .filter((one): one is string => {
      const [, scheme = ""] =
        (typeof one === "string" &&
          /^([a-z]+):\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?$/i.exec(one)) ||
        [];
      return schemes.includes(scheme.toLowerCase());
    })
    .slice(0, mostOrigins);
}

/**
 * The Content-Security-Policy of an app's page: what it declared and nothing else, as a document without an origin, also
 * where somebody opens its address by itself. It is not said who may frame it: it is the chat's, on whichever site that is.
 */
export function writeAppPolicy({ connect, resource, frame }: AppOrigins): string {
  const from = (...sources: string[]) => [...sources, ...resource].join(" ");
  const only = (origins: readonly string[]) => (origins.length > 0 ? origins.join(" ") : "'none'");
  return [
    "sandbox allow-scripts",
    "default-src 'none'",
    `script-src ${from("'unsafe-inline'")}`,
    `style-src ${from("'unsafe-inline'")}`,
    `img-src ${from("data:", "blob:")}`,
    `font-src ${from("data:")}`,
    `media-src ${from("data:", "blob:")}`,
    `connect-src ${only(connect)}`,
    `frame-src ${only(frame)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
  ].join("; ");
}
