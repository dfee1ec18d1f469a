import { decodeJwt } from "jose";
import { generateRandomCodeVerifier, generateRandomNonce } from "oauth4webapi";
import {
  loginWithGoogle,
  loginWithOneTap,
  prepareOneTap,
  returnFromProvider,
  socialReturnPage,
  startSocialSignIn,
} from "../../shared/contract/accounts/social.ts";
import { readSafePath } from "../../shared/domain/safePath.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { handle } from "../requests/handle.ts";
import type { RequestFacts, Route } from "../requests/handle.ts";
import { findOrMakeUser } from "./identities.ts";
import type { IdentityDeps } from "./identities.ts";
import type { Seal } from "./sessions.ts";
import type { SignIn } from "./signIn.ts";
import { createSocialAttempts } from "./socialAttempts.ts";
import type { ProviderWord } from "./socialCredential.ts";
import type { SocialProvider } from "./socialProvider.ts";

export interface SocialDeps extends IdentityDeps {
  seal: Seal;
  signIn: SignIn;
  /** Null where none is set up. */
  provider: SocialProvider | null;
  /** Is told why the provider's word was refused: people are not. */
  report: (error: unknown) => void;
}

/** The calls by which people sign in with the OpenID provider of the settings. */
export function socialRoutes(deps: SocialDeps): Route[] {
  const { store, seal, signIn, now, report } = deps;
  const attempts = createSocialAttempts({ db: store.db, seal, now });

  function findProvider(): SocialProvider {
    if (!deps.provider) throw new AppError("not_found");
    return deps.provider;
  }

  /** The one that starts sessions asks for a second factor too: who the provider knows is one factor. */
  async function enter(request: RequestFacts, word: ProviderWord) {
    const user = await findOrMakeUser(deps, word);
    const { issuer, idToken } = word;
    return signIn(request, user, { provider: { issuer, idToken } });
  }

  async function enterByCredential(request: RequestFacts, credential: string) {
    const provider = findProvider();
    const nonce = readNonce(credential);
    await attempts.take(request, "oneTap", nonce);
    return enter(request, await provider.readCredential(credential, nonce));
  }

  return [
    handle(startSocialSignIn, async ({ query, request }) => {
      const provider = findProvider();
      const [nonce, codeVerifier] = [generateRandomNonce(), generateRandomCodeVerifier()];
      const redirectUrl = readSafePath(query.redirectUrl, request.reachedOrigin);
      const state = await attempts.put(request, "left", { nonce, codeVerifier, redirectUrl });
      const leaving = { state, nonce, codeVerifier };
      return { location: await provider.writeSignInUrl(leaving, await redirectUriOf(request)) };
    }),

    handle(returnFromProvider, async ({ query, request }) => {
      const provider = findProvider();
      const { state = "" } = query;
      const { redirectUrl, ...leaving } = await attempts.take(request, "left", state);
      const answer = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined));
      const word = await provider
        .exchange(answer, { ...leaving, state }, await redirectUriOf(request))
        .catch((error: unknown) => {
          if (error instanceof AppError && error.code === "provider_refused") report(error);
          throw error;
        });
      const signInCode = await attempts.put(request, "returned", word);
      const next = new URLSearchParams({ signInCode, ...(redirectUrl && { redirectUrl }) });
      return { location: `${socialReturnPage}?${next}` };
    }),

    handle(loginWithGoogle, async ({ body, request }) => {
      if ("credential" in body) return enterByCredential(request, body.credential);
      findProvider();
      return enter(request, await attempts.take(request, "returned", body.code));
    }),

    handle(prepareOneTap, async ({ request }) => {
      const { clientId, oneTapUrl } = findProvider().settings;
      if (oneTapUrl === undefined) throw new AppError("not_found");
      return { data: { nonce: await attempts.put(request, "oneTap", null), clientId } };
    }),

    handle(loginWithOneTap, async ({ body, request }) => {
      if (body.g_csrf_token !== readForgeryCookie(request)) throw new AppError("cross_site");
      return enterByCredential(request, body.credential);
    }),
  ];
}

/** The address that the provider knows us by. */
async function redirectUriOf(request: RequestFacts): Promise<string> {
  return `${await request.findOrigin()}/api/${returnFromProvider.family}${returnFromProvider.path}`;
}

/** The nonce that a credential says it was made for. It is believed once the credential's signature was checked. */
function readNonce(credential: string): string {
  try {
    return String(decodeJwt(credential)["nonce"]);
  } catch (cause) {
    throw new AppError("provider_refused", { cause });
  }
}

/** The cookie that the page of one tap sets itself, because another site can't: null where it is not there just once. */
function readForgeryCookie({ headers }: RequestFacts): string | null {
  const found = [...(headers.get("cookie") ?? "").matchAll(/(?:^|;\s*)g_csrf_token=([^;]*)/g)];
  return found.length === 1 ? (found[0]?.[1] ?? null) : null;
}
