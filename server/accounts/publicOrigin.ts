import { AppError } from "../../shared/errors/errors.ts";
import type { Store, Tx } from "../database/store.ts";
import type {} from "./tables.ts";

/**
 * What every address in a mail, a link or a redirect begins with: the origin, and the base path where there is one. A request's headers never decide it: the
 * sender of a request chooses them, and the link goes to another person.
 */
export interface PublicOrigin {
  /** The beginning of addresses; null while nobody has said it. */
  look(): Promise<string | null>;
  /** The beginning of addresses; throws `public_url_needed` while nobody has said it. */
  find(): Promise<string>;
  /** Keeps where the first owner was made, with the set-up link. It is written once. */
  keep(tx: Tx, origin: string): Promise<void>;
  /** Takes what the start prints as the address to open. */
  print(origin: string): void;
}

interface Deps {
  store: Store;
  /** PUBLIC_URL's origin, where it is set. */
  configured: string | null;
  basePath: string;
  /** Without a mail server links only go to the requester's screen, so the printed address does. */
  sendsMail: boolean;
  now: () => number;
}

const keptKey = "publicOrigin";

/** PUBLIC_URL, else where the installation was set up, else the printed address where no mail carries it. */
export function createPublicOrigin({ store, configured, basePath, sendsMail, now }: Deps): PublicOrigin {
  let kept: string | null = null;
  let printed: string | null = null;

  async function look(): Promise<string | null> {
    const origin = await lookOrigin();
    return origin === null ? null : origin + basePath;
  }

  async function lookOrigin(): Promise<string | null> {
    if (configured !== null) return configured;
    // Once it is written it stays; another process may have written it.
    kept ??= await readKept();
    return kept ?? (sendsMail ? null : printed);
  }

  async function readKept(): Promise<string | null> {
    // It is asked for inside transactions too.
    const row = await store.reader
      .selectFrom("installation")
      .select("value")
      .where("key", "=", keptKey)
      .executeTakeFirst();
    return row?.value ?? null;
  }

  return {
    look,
    async find() {
      const origin = await look();
      if (origin === null) throw new AppError("public_url_needed");
      return origin;
    },
    async keep(tx, origin) {
      if (configured !== null) return;
      await tx
        .insertInto("installation")
        .values({ key: keptKey, value: origin, createdAt: now() })
        .onConflict((conflict) => conflict.column("key").doNothing())
        .execute();
    },
    print: (origin) => void (printed = origin),
  };
}
