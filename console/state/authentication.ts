import { proxy } from "valtio";
import type { AnswerOf, BodyOf } from "../../shared/contract/call.ts";
import type { User } from "../../shared/contract/accounts.ts";
import {
  createFirstOwner,
  getFirstOwner,
  getSession,
  loginWithPassword,
  logout,
} from "../../shared/contract/accounts.ts";
import { toRequestError } from "../../shared/client/requestError.ts";
import { browser } from "./browser.ts";
import { client, credentials } from "./client.ts";
import { clearOrganization } from "./organization.ts";
import { paths } from "./paths.ts";
import { storeRedirect, takeRedirect } from "./redirect.ts";
import { createResource, load } from "./resource.ts";
import { keptForTab } from "./storage.ts";

interface AuthenticationState {
  /** Null until the session was asked for. */
  isUserLoggedIn: boolean | null;
  user: User | null;
}

/** Who is signed in. */
export const authentication = proxy<AuthenticationState>({ isUserLoggedIn: null, user: null });

/** Whether nobody has an account here yet, and whether this browser may make the first. */
export const firstOwner = createResource<AnswerOf<typeof getFirstOwner>>();

/** Set by signing in, so that a single organisation opens by itself then and only then. */
export const justSignedInFlag = "justSignedIn";

/** Asks who is signed in, once a page; the session call gives the key that signs all others. */
export async function checkSession(): Promise<boolean> {
  if (authentication.isUserLoggedIn !== null) return authentication.isUserLoggedIn;
  try {
    takeIn(await client.call(getSession));
    return true;
  } catch (thrown) {
    const error = toRequestError(thrown);
    // "Session check failure other than 401 is logged to the console" (specification 8).
    if (error.status !== 401) {
      console.error(error);
      throw error;
    }
    authentication.isUserLoggedIn = false;
    return false;
  }
}

export function loadFirstOwner(): Promise<void> {
  return load(firstOwner, () => client.call(getFirstOwner));
}

/** Signs in and goes on to where somebody wanted to go, else to their organisations. */
export async function signIn(body: BodyOf<typeof loginWithPassword>): Promise<void> {
  takeIn(await client.call(loginWithPassword, { body }));
  goOn();
}

/** Makes the installation's first owner, with an organisation, and goes into it. */
export async function createOwner(body: BodyOf<typeof createFirstOwner>): Promise<void> {
  const { organization, ...signedIn } = await client.call(createFirstOwner, { body });
  takeIn(signedIn);
  if (organization) storeRedirect("redirectUrl", paths.createAgent(organization.org_id));
  goOn();
}

/** Ends the session; even where that fails the user is gone from here (specification 8). */
export async function signOut(): Promise<void> {
  let target: string | null = null;
  try {
    target = (await client.call(logout)).redirectUrl;
  } catch (thrown) {
    console.error(toRequestError(thrown).message);
  }
  Object.assign(authentication, { isUserLoggedIn: false, user: null });
  credentials.session = null;
  clearOrganization();
  takeRedirect("redirectUrl");
  browser.go(target ?? paths.login);
}

function takeIn({ user, session }: AnswerOf<typeof getSession>): void {
  credentials.session = session;
  Object.assign(authentication, { isUserLoggedIn: true, user });
}

function goOn(): void {
  keptForTab.write(justSignedInFlag, "true");
  browser.go(takeRedirect("redirectUrl") ?? paths.chooseCompany);
}
