import { Resolver } from "node:dns/promises";

/** What the domain name system says of a name: none if there are no records, null where no server answered. */
export interface NameServers {
  /** TXT records, each whole. */
  texts(name: string): Promise<string[] | null>;
  /** Where a CNAME record leads, without a final dot. */
  aliases(name: string): Promise<string[] | null>;
  /** Addresses of both kinds. */
  addresses(name: string): Promise<string[] | null>;
}

const timeoutMs = 2500;
/** What a server that answers says of a name that has no such record. */
const nothing = new Set(["ENOTFOUND", "ENODATA"]);

/**
 * Asks these name servers (`address` or `address:port`), or the machine's own where none is named. Only questions go out,
 * to servers that the operator chose: no connection is opened to what is asked about. Throws where one is no address.
 */
export function createNameServers(servers: readonly string[]): NameServers {
  // A resolver keeps answers for a while, and who asks again has just changed them.
  const open = () => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
    if (servers.length > 0) resolver.setServers(servers);
    return resolver;
  };
  open();
  return {
    texts: (name) => ask(async () => (await open().resolveTxt(name)).map((parts) => parts.join(""))),
    aliases: (name) => ask(async () => (await open().resolveCname(name)).map(withoutDot)),
    async addresses(name) {
      const resolver = open();
      const answers = await Promise.all([
        ask(() => resolver.resolve4(name)),
        ask(() => resolver.resolve6(name)),
      ]);
      return answers.every((one) => one === null) ? null : answers.flatMap((one) => one ?? []);
    },
  };
}

async function ask(question: () => Promise<string[]>): Promise<string[] | null> {
  try {
    return await question();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return nothing.has(code) ? [] : null;
  }
}

function withoutDot(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}
