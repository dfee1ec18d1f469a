import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { failWith, startFakeApi } from "../../../tests/kit/console/fakeApi.ts";
import type { FakeApi } from "../../../tests/kit/console/fakeApi.ts";
import { authentication, checkSession, endSession, enter, loadProfile } from "./authentication.ts";
import { browser } from "../platform/browser.ts";

const ana = {
  ...{ _id: "u1", email: "ana@example.com", first_name: "Ana", last_name: "Souza", profile_pic_url: null },
  ...{ roles: [], isSuperAdmin: false, meta: { isSuperAdmin: false } },
};
const session = { id: "s1", key: "a2V5", time: 1_790_000_000_000 };
const sessionCall = "GET /api/auth/v1.0/session";
const logoutCall = "POST /api/auth/v1.0/authentication/logout";
const signedIn = { isUserLoggedIn: true, user: ana };
const signedOut = { isUserLoggedIn: false, user: null };

let api: FakeApi;
const go = browser.go;

beforeEach(() => {
  Object.assign(authentication, { isUserLoggedIn: null, user: null });
  api = startFakeApi({});
  browser.go = () => undefined;
});
afterEach(() => {
  browser.go = go;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("is merged from what the session check, each way to sign in, a changed profile and logout answered", async () => {
  api.answer({ [sessionCall]: { user: ana, session } });
  expect(await checkSession()).toBe(true);
  expect(authentication).toEqual(signedIn);

  api.answer({ "GET /api/auth/v1.0/profile/detail": { data: { ...ana, first_name: "Anna", ...noted } } });
  await loadProfile();
  expect(authentication).toEqual({ isUserLoggedIn: true, user: { ...ana, first_name: "Anna" } });

  api.answer({ [logoutCall]: { redirectUrl: null } });
  await endSession();
  expect(authentication).toEqual(signedOut);

  // By password, by a provider and by registering alike.
  enter({ user: ana, session });
  expect(authentication).toEqual(signedIn);
});

it("is merged also where the session check or logout failed: nobody is signed in", async () => {
  api.answer({ [sessionCall]: failWith("unauthenticated") });
  expect(await checkSession()).toBe(false);
  expect(authentication).toEqual(signedOut);

  vi.spyOn(console, "error").mockImplementation(() => undefined);
  enter({ user: ana, session });
  api.answer({ [logoutCall]: failWith("internal") });
  await endSession();
  expect(authentication).toEqual(signedOut);
});

const noted = { timeZone: "UTC", dateFormat: "iso", language: "en" };
