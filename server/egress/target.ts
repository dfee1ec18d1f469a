import { EgressError } from "./EgressError.ts";

/**
 * Gives the parsed address when its text alone is harmless: http or https, no user name, no port of another
 * protocol. Says nothing about where the name leads; that is asked when it is resolved.
 */
export function parseTarget(text: string): URL {
  // The URL parser drops tabs and line breaks and turns backslashes into slashes, so what a person reads would
  // not be what we fetch.
  if (/[\u0000-\u0020\u007f]/.test(text.trim())) throw refuse("holds white space or control characters");
  if (/^[^?#]*\\/.test(text)) throw refuse("holds a backslash");
  if (!/^https?:\/\//i.test(text.trim())) throw refuse("does not begin with http:// or https://");
  const url = URL.parse(text.trim());
  if (!url || url.hostname === "") throw refuse("cannot be parsed");
  if (url.username !== "" || url.password !== "") throw refuse("holds a user name");
  if (url.port !== "" && closedPorts.has(Number(url.port)))
    throw refuse(`port ${url.port} is not a web port`);
  return url;
}

/** Gives the host's name without brackets and final dot, as resolvers, certificates and comparisons want it. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

/** Gives whether a name belongs to this machine or its network, whatever a resolver says about it. */
export function isInternalName(host: string, ownNames: ReadonlySet<string>): boolean {
  return (
    ownNames.has(host) || internalNames.has(host) || /\.(localhost|local|internal|localdomain)$/.test(host)
  );
}

const internalNames = new Set(["localhost", "metadata.goog", "instance-data", "kubernetes.default.svc"]);

// The ports that browsers refuse (fetch.spec.whatwg.org, "bad port"), then databases, caches and control planes
// that obey anyone who can speak a line to them.
const closedPorts = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080, 445, 873, 1433,
  1521, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5672, 5900, 5985, 5986, 6379, 6380, 6443, 9042, 9092,
  9200, 9300, 10250, 11211, 27017,
]);

function refuse(log: string): EgressError {
  return new EgressError("address", { log });
}
