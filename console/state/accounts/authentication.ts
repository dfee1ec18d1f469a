import { proxy } from "valtio";
import type { AnswerOf } from "../../../shared/contract/call.ts";
import type { Profile, User } from "../../../shared/contract/accounts/accounts.ts";
import { getProfile, getSession, logout } from "../../../shared/contract/accounts/accounts.ts";
import { toRequestError } from "../../../shared/client/requestError.ts";
import { browser } from "../platform/browser.ts";
import { client, credentials } from "../platform/client.ts";
import { clearDevice } from "../notifications/clearDevice.ts";
import { endHelp } from "../shell/help.ts";
import { clearOrganization } from "./organization.ts";
import { moments } from "../shell/moments.ts";
import { paths } from "../shell/paths.ts";
import { readPageAddress, takeRedirect } from "./redirect.ts";
import { forgetWritten, keptForTab } from "../platform/storage.ts";

interface AuthenticationState {
  /** Null until the session was asked for. */
  isUserLoggedIn: boolean | null;
  user: User | null;
}

/** The signed-in user. */
export const authentication = proxy<AuthenticationState>({ isUserLoggedIn: null, user: null });

/** Set by signing in, so that a single organization opens by itself then and only then. */
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

/** Reads the user's profile again: what they changed elsewhere shows here too. */
export async function loadProfile(): Promise<void> {
  takeInProfile((await client.call(getProfile)).data);
}

/** Shows what the user says of themselves wherever the console does. */
export function takeInProfile(profile: Profile): void {
  const { timeZone, dateFormat, language, ...user } = profile;
  authentication.user = user;
  Object.assign(moments, { timeZone, dateFormat, language });
}

/** Takes in who has just signed in by another way, and continues. */
export function enter(signedIn: AnswerOf<typeof getSession>): void {
  takeIn(signedIn);
  goOn();
}

/** Ends the session; even where that fails the user is gone from here (specification 8). */
export async function signOut(): Promise<void> {
  const target = readPageAddress(await endSession());
  browser.go(target ?? paths.login);
}

/** Gives where the server wants somebody to go who signed out, if it says so. */
export async function endSession(): Promise<string | null> {
  let target: string | null = null;
  try {
    target = (await client.call(logout)).redirectUrl;
  } catch (thrown) {
    console.error(toRequestError(thrown).message);
  }
  // "Unsets the chat widget user" (specification 4, Logout).
  await endHelp();
  forgetWritten(authentication.user?._id);
  Object.assign(authentication, { isUserLoggedIn: false, user: null });
  credentials.session = null;
  clearOrganization();
  takeRedirect("redirectUrl");
  await clearDevice();
  return target;
}

function takeIn({ user, session }: AnswerOf<typeof getSession>): void {
  credentials.session = session;
  Object.assign(authentication, { isUserLoggedIn: true, user });
}

function goOn(): void {
  keptForTab.write(justSignedInFlag, "true");
  browser.go(takeRedirect("redirectUrl") ?? paths.chooseCompany);
}
