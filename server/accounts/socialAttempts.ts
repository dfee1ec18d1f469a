import { AppError } from "../../shared/errors/errors.ts";
import type { Db } from "../database/store.ts";
import { readCookie, setCookie } from "../requests/cookies.ts";
import type { RequestFacts } from "../requests/handle.ts";
import { hashLinkToken, makeLinkToken } from "./linkToken.ts";
import type { Seal } from "./sessions.ts";
import type { ProviderWord } from "./socialCredential.ts";
import type { SocialAttemptRow } from "./tables.ts";

type Kind = SocialAttemptRow["kind"];

/** What is kept between the steps of a sign-in. The token of each names it: the state, the code, the nonce. */
export interface Kept {
  left: { nonce: string; codeVerifier: string; redirectUrl: string | null };
  returned: ProviderWord;
  oneTap: null;
  /** Somebody who is signed in lets us read their account at a provider; `state` is what its capability keeps. */
  connecting: { sessionId: string; userId: string; codeVerifier: string; state: Record<string, string> };
}

/** How long somebody may be at the provider; and how long the console takes to fetch what they came back with. */
const goodForMs: Record<Kind, number> = {
  left: 15 * 60 * 1000,
  returned: 2 * 60 * 1000,
  oneTap: 30 * 60 * 1000,
  connecting: 15 * 60 * 1000,
};
const cookieMs = 60 * 60 * 1000;
const sealPurpose = "social-attempt";

/** Each has a cookie of its own: one tap is prepared whenever the login page opens, while another tab is at the provider. */
const cookieNames: Record<Kind, string> = {
  left: "social",
  returned: "social",
  oneTap: "onetap",
  connecting: "connecting",
};

/** What is on its way to a provider and back, each good once and in the browser that began it. */
export interface SocialAttempts {
  /** Begins one and gives what names it; sets the browser's cookie where it has none from before. */
  put<K extends Kind>(request: RequestFacts, kind: K, content: Kept[K]): Promise<string>;
  /** Ends one and gives what was kept for it; `provider_expired` for every reason why there is none for this browser. */
  take<K extends Kind>(request: RequestFacts, kind: K, token: string): Promise<Kept[K]>;
}

interface Deps {
  db: Db;
  seal: Seal;
  now: () => number;
}

/** Keeps them in the database, sealed: a copy of it ends no sign-in, and any process takes a browser back. */
export function createSocialAttempts({ db, seal, now }: Deps): SocialAttempts {
  /** A browser keeps its cookie from the first step to the last. */
  function bindBrowser(request: RequestFacts, kind: Kind): string {
    const known = kind === "returned" ? readCookie(request, cookieNames[kind]) : null;
    if (known) return hashLinkToken(known);
    const { token, tokenHash } = makeLinkToken();
    // Lax, because the provider leads the browser back from another site.
    setCookie(request, { name: cookieNames[kind], value: token, maxAgeMs: cookieMs, sameSite: "Lax" });
    return tokenHash;
  }

  return {
    async put(request, kind, content) {
      const { token, tokenHash } = makeLinkToken();
      const browserHash = bindBrowser(request, kind);
      const sealed = seal.seal(JSON.stringify(content), sealPurpose);
      const expiresAt = now() + goodForMs[kind];
      await db.deleteFrom("socialAttempts").where("expiresAt", "<=", now()).execute();
      await db
        .insertInto("socialAttempts")
        .values({ tokenHash, kind, browserHash, sealed, expiresAt })
        .execute();
      return token;
    },

    async take<K extends Kind>(request: RequestFacts, kind: K, token: string) {
      const browser = readCookie(request, cookieNames[kind]);
      // Deleted before it is checked: who comes with another browser's ends it.
      const row = await db
        .deleteFrom("socialAttempts")
        .where("tokenHash", "=", hashLinkToken(token))
        .where("kind", "=", kind)
        .returningAll()
        .executeTakeFirst();
      const isTheirs = row && browser !== null && row.browserHash === hashLinkToken(browser);
      if (!isTheirs || row.expiresAt <= now()) throw new AppError("provider_expired");
      return JSON.parse(seal.unseal(row.sealed, sealPurpose)) as Kept[K]; // written by put for this kind
    },
  };
}
