import pg from "pg";

/** How a Postgres is reached that DATABASE_URL names. */
export interface PostgresWay {
  /** The address, with the kind of TLS that the server and `sslmode` agree on. */
  url: string;
  /** Whether what is on the way takes parameters at the start of a session; poolers such as PgBouncer refuse most of them. */
  takesParameters: boolean;
}

/** Any that a pooler knows only if it is told to ignore it. */
const probe = { statement_timeout: 60_000, connectionTimeoutMillis: 10_000 };

/** Finds how the database is reached, by trying what may be right in libpq's order. Throws what the last try got. */
export async function findPostgresWay(databaseUrl: string): Promise<PostgresWay> {
  const urls = readTlsKinds(databaseUrl);
  for (const [index, url] of urls.entries()) {
    try {
      return { url, takesParameters: await tryParameters(url) };
    } catch (error) {
      const isLast = index === urls.length - 1;
      if (isLast || !isAboutTls(error)) throw error;
    }
  }
  return { url: databaseUrl, takesParameters: true };
}

async function tryParameters(url: string): Promise<boolean> {
  try {
    await connectOnce({ connectionString: url, ...probe });
    return true;
  } catch (error) {
    if (!/unsupported startup parameter/i.test(String(error))) throw error;
    const { connectionTimeoutMillis } = probe;
    await connectOnce({ connectionString: url, connectionTimeoutMillis });
    return false;
  }
}

async function connectOnce(config: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(config);
  // A connection that is lost tells by what is waited for, too.
  client.on("error", () => {});
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Gives the address once for each kind of TLS that `sslmode` allows, the preferred one first, as libpq means it: `require`
 * encrypts and looks at no certificate unless `sslrootcert` names who signed it.
 */
export function readTlsKinds(databaseUrl: string): string[] {
  const mode = new URL(databaseUrl).searchParams.get("sslmode");
  const isOurs = new URL(databaseUrl).searchParams.has("uselibpqcompat");
  if (mode === null || isOurs || !libpqModes.has(mode)) return [databaseUrl];
  const encrypted = setMode(databaseUrl, mode === "allow" ? "prefer" : mode);
  const plain = setMode(databaseUrl, "disable");
  if (mode === "prefer") return [encrypted, plain];
  return mode === "allow" ? [plain, encrypted] : [encrypted];
}

const libpqModes = new Set(["allow", "prefer", "require", "verify-ca", "verify-full"]);

function setMode(databaseUrl: string, mode: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set("sslmode", mode);
  // What the driver calls libpq's meaning; its own takes each of these for verify-full.
  if (mode !== "disable") url.searchParams.set("uselibpqcompat", "true");
  return url.href;
}

/** The server has no TLS, or takes nobody without. */
function isAboutTls(error: unknown): boolean {
  return /does not support SSL|no encryption|SSL off/i.test(String(error));
}
