import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { configurePage } from "../tests/kit/surfaces/configure.ts";
import { failWith } from "../tests/kit/console/fakeApi.ts";
import { openConsole, session, signedIn, signedOut } from "../tests/kit/console/openConsole.tsx";

const google = { label: "Continue with Google", isGoogle: true, oneTapUrl: null };
const exchange = "POST /api/auth/v1.0/authentication/login/google";
const prepare = "POST /api/webhooks/v1.0/authentication/google/one-tap/nonce";
const oneTap = "POST /api/webhooks/v1.0/authentication/google/one-tap";
const start = "/api/webhooks/v1.0/authentication/google";

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

async function findButton(name = "Continue with Google"): Promise<string | null> {
  return (await screen.findByRole("link", { name })).getAttribute("href");
}

describe("the provider's button", () => {
  it("is not there where no provider is set up", async () => {
    await openConsole("/auth/login", signedOut);
    await screen.findByRole("button", { name: "Sign in" });
    expect(screen.queryByText("or")).toBeNull();
    expect(screen.queryByRole("link", { name: /Continue with/ })).toBeNull();
  });

  it("goes to the provider from sign-in and returns to the requested page", async () => {
    configurePage({ googleSignIn: google });
    await openConsole("/auth/login", signedOut);
    expect(await findButton()).toBe(start);
    await openConsole("/auth/login?redirectUrl=/accounts/o1/insights%3Fa=1", signedOut);
    expect(await findButton()).toBe(`${start}?redirectUrl=%2Faccounts%2Fo1%2Finsights%3Fa%3D1`);
  });

  it("is called after another provider", async () => {
    configurePage({ googleSignIn: { ...google, label: "Continue with Keycloak", isGoogle: false } });
    await openConsole("/auth/login", signedOut);
    expect(await findButton("Continue with Keycloak")).toBe(start);
  });

  it("creates an account too, if registration is open, and for invited people, who then accept", async () => {
    configurePage({ googleSignIn: google, registration: "open" });
    await openConsole("/auth/register", signedOut);
    expect(await findButton()).toBe(start);
    sessionStorage.setItem("token", "t1");
    const invitation = {
      ...{ email: "ada@example.com", organizationName: "Harbour Bikes", invitedBy: null },
      ...{ isRegistered: false, groupName: "Support", role: "support" },
    };
    await openConsole("/auth/register", {
      ...signedOut,
      "GET /api/organisation/verify-invite/t1": { data: invitation },
    });
    expect(await findButton()).toBe(`${start}?redirectUrl=%2Faccept-invite`);
  });
});

describe("coming back from the provider", () => {
  beforeEach(() => configurePage({ googleSignIn: google }));

  it("signs in and continues to the requested page; the address keeps nothing of it", async () => {
    const path = "/auth/login?signInCode=c1&redirectUrl=%2Faccounts%2Fo1%2Finsights";
    const { api, sentTo } = await openConsole(path, { ...signedOut, [exchange]: session });
    await waitFor(() => expect(sentTo).toEqual(["/accounts/o1/insights"]));
    expect(api.last(exchange)?.body).toEqual({ code: "c1" });
    expect(api.requests.filter(({ what }) => what === exchange)).toHaveLength(1);
    expect(location.search).toBe("");
  });

  it("asks users with a second factor for it, and lets them cancel", async () => {
    const waiting = { status: "second_factor_needed", token: "w1", expiresAt: Date.now() + 600_000 };
    await openConsole("/auth/login?signInCode=c1", { ...signedOut, [exchange]: waiting });
    await screen.findByRole("heading", { name: "Enter your code" });
    expect(screen.queryByLabelText("Password")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Back to sign in" }));
    await findButton();
  });

  it.each([
    ["provider_cancelled", "You did not finish signing in with the provider. Try again."],
    ["provider_expired", "This sign-in took too long, or was started in another browser. Try again."],
    ["provider_failed", "The sign-in provider gave an unexpected answer. Please try again in a moment."],
    ["toString", "Something went wrong"],
  ])("says what %s means, with another try beside it", async (code, sentence) => {
    const requestId = "01m000000000000000000000aa";
    const path = `/auth/login?signInError=${code}&requestId=${requestId}`;
    const { api } = await openConsole(path, signedOut);
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe(`${sentence}Request ${requestId}`);
    expect(await findButton()).toBe(start);
    expect(api.requests.some(({ what }) => what === exchange)).toBe(false);
    expect(location.search).toBe("");
  });

  it.each(["provider_unverified", "registration_closed", "provider_conflict"] as const)(
    "says %s in the server's words",
    async (code) => {
      const answers = { ...signedOut, [exchange]: failWith(code, { message: `Words of ${code}.` }) };
      const { sentTo } = await openConsole("/auth/login?signInCode=c1", answers);
      expect((await screen.findByRole("alert")).textContent).toContain(`Words of ${code}.`);
      await screen.findByRole("button", { name: "Sign in" });
      expect(sentTo).toEqual([]);
    },
  );

  it("shows no text from the link", async () => {
    await openConsole("/auth/login?signInError=Call+0800&requestId=Call+0800", signedOut);
    expect((await screen.findByRole("alert")).textContent).toBe("Something went wrong");
  });
});

describe("one tap", () => {
  const withOneTap = { ...google, oneTapUrl: "https://accounts.google.com/gsi/fedcm.json" };
  const prepared = { data: { nonce: "n1", clientId: "client-1" } };
  const get = vi.fn();

  beforeEach(() => {
    get.mockReset();
    vi.stubGlobal("IdentityCredential", class {});
    // Of the browser's credentials only those of FedCM are asked for.
    vi.spyOn(navigator, "credentials", "get").mockReturnValue({ get } as never);
  });

  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it("signs in by what the browser gets from the provider for the server's nonce", async () => {
    configurePage({ googleSignIn: withOneTap });
    get.mockResolvedValue({ token: "credential-1" });
    const answers = { ...signedOut, [prepare]: prepared, [oneTap]: session };
    const { api, sentTo } = await openConsole("/auth/login", answers);
    await waitFor(() => expect(sentTo).toEqual(["/choose-company"]));
    expect(get.mock.calls[0]?.[0].identity.providers).toEqual([
      { configURL: withOneTap.oneTapUrl, clientId: "client-1", nonce: "n1", params: { nonce: "n1" } },
    ]);
    expect(get.mock.calls[0]?.[0].mediation).toBe("required");
    const sent = api.last(oneTap)?.body;
    expect(sent).toEqual({ credential: "credential-1", g_csrf_token: expect.stringMatching(/^[\w-]{36}$/) });
    expect(document.cookie).toContain(`g_csrf_token=${Object(sent)["g_csrf_token"]}`);
  });

  it("shows the form without a message after the visitor declines", async () => {
    configurePage({ googleSignIn: withOneTap });
    get.mockRejectedValue(new DOMException("dismissed", "NetworkError"));
    await openConsole("/auth/login", { ...signedOut, [prepare]: prepared });
    await waitFor(() => expect(get).toHaveBeenCalled());
    await screen.findByRole("button", { name: "Sign in" });
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("says why the server does not take what it got", async () => {
    configurePage({ googleSignIn: withOneTap });
    get.mockResolvedValue({ token: "credential-1" });
    const refused = failWith("registration_closed");
    await openConsole("/auth/login", { ...signedOut, [prepare]: prepared, [oneTap]: refused });
    expect((await screen.findByRole("alert")).textContent).toContain("Accounts are by invitation only.");
  });

  it("does nothing if the provider has none, or the browser doesn't support it", async () => {
    configurePage({ googleSignIn: google });
    await openConsole("/auth/login", { ...signedOut, [prepare]: prepared });
    await findButton();
    vi.stubGlobal("IdentityCredential", undefined);
    delete (globalThis as { IdentityCredential?: unknown }).IdentityCredential;
    configurePage({ googleSignIn: withOneTap });
    const { api } = await openConsole("/auth/login", { ...signedOut, [prepare]: prepared });
    await findButton();
    expect(get).not.toHaveBeenCalled();
    expect(api.requests.some(({ what }) => what === prepare)).toBe(false);
  });
});

describe("signing out", () => {
  const logout = "POST /api/auth/v1.0/authentication/logout";

  it.each([
    ["https://login.example.com/end?id_token_hint=x", "https://login.example.com/end?id_token_hint=x"],
    ["javascript:alert(1)", "/auth/login"],
  ])("follows the server to %s by going to %s", async (redirectUrl, target) => {
    const { sentTo } = await openConsole("/choose-company", { ...signedIn(), [logout]: { redirectUrl } });
    await screen.findByRole("button", { name: /Harbour Bikes/ });
    const { signOut } = await import("./state/accounts/authentication.ts");
    await signOut();
    expect(sentTo).toEqual([target]);
  });
});
