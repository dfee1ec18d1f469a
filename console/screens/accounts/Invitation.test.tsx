import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { failWith } from "../../../tests/kit/console/fakeApi.ts";
import { openConsole, session, signedOut } from "../../../tests/kit/console/openConsole.tsx";

const accept = "GET /api/organisation/v1.0/org/accept-invite/tok-1";
const verify = "GET /api/organisation/verify-invite/tok-1";
const register = "POST /api/auth/v1.0/authentication/register";
const link = "/accept-invite?token=tok-1&utm_source=mail";
const invited = {
  data: { email: "bo@example.com", organizationName: "Lighthouse", invitedBy: "Ada", isRegistered: false },
};
const accepted = {
  data: {
    ...{ accountId: "o7", message: "User is registered and added to the group." },
    ...{ organizationName: "Lighthouse", usergroup_name: "Support", role: "support" },
  },
};

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe("accepting an invitation", () => {
  it("while signed out goes to the login page, which leads back here", async () => {
    const known = { data: { ...invited.data, isRegistered: true } };
    const { api, sentTo } = await openConsole(link, { ...signedOut, [verify]: known });
    await waitFor(() => expect(sentTo).toEqual([`/auth/login?redirectUrl=${encodeURIComponent(link)}`]));
    expect(api.last(accept)).toBeUndefined();
    const login = "POST /api/auth/v1.0/authentication/login/password";
    const next = await openConsole(sentTo[0] ?? "", { ...signedOut, [login]: session });
    await screen.findByText(/You have an invitation/);
    fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
    await waitFor(() => expect(next.sentTo).toEqual([link]));
  });

  it("without an account leads to registration, with the address filled in", async () => {
    const { api, sentTo } = await openConsole(link, { ...signedOut, [verify]: invited });
    await waitFor(() => expect(sentTo).toEqual(["/auth/register"]));
    expect(api.last(accept)).toBeUndefined();
    await openConsole("/auth/register", { ...signedOut, [verify]: invited });
    expect(await screen.findByLabelText("E-mail")).toMatchObject({ value: "bo@example.com" });
  });

  it("takes the token that the tab keeps, and waits with words", async () => {
    sessionStorage.setItem("token", "tok-1");
    const { api } = await openConsole("/accept-invite", { [accept]: () => new Promise(() => undefined) });
    await screen.findByRole("heading", { level: 1, name: "Processing Your Invitation" });
    await waitFor(() => expect(api.last(accept)).toBeTruthy());
  });

  it("has neither sidebar nor top bar around it", async () => {
    await openConsole(link, { [accept]: accepted });
    await screen.findByRole("heading", { level: 1, name: "Invitation Accepted" });
    expect(screen.queryByRole("complementary")).toBeNull();
    expect(screen.queryByText("Profile menu")).toBeNull();
  });

  it("leads on into the organization, and forgets the token", async () => {
    await openConsole(link, { [accept]: accepted });
    await screen.findByRole("heading", { level: 1, name: "Invitation Accepted" });
    screen.getByText("User is registered and added to the group.");
    screen.getByText("You joined Lighthouse as Support.");
    const button = screen.getByRole("link", { name: "Continue to Dashboard" });
    expect(button.getAttribute("href")).toBe("/accounts/o7/account/teams");
    expect(sessionStorage.getItem("token")).toBeNull();
  });

  it.each([
    ["the server's sentence", failWith("invite_invalid"), "This invitation is no longer valid."],
    ["'Something went wrong'", () => new Response("<html>", { status: 500 }), "Something went wrong"],
  ])("that fails says %s and what to do", async (_, answer, sentence) => {
    await openConsole(link, { [accept]: answer });
    await screen.findByRole("heading", { level: 1, name: sentence });
    screen.getByText("Please check the link or request a new link from the sender.");
    const login = screen.getByRole("link", { name: "Already Have An Account? Login" });
    expect(login.getAttribute("href")).toBe("/choose-company");
  });

  it("fails without a token", async () => {
    await openConsole("/accept-invite");
    await screen.findByRole("heading", { level: 1, name: "Something went wrong" });
  });

  it("for another address tells so, and offers to sign in with that address", async () => {
    const { sentTo } = await openConsole(link, {
      [accept]: failWith("invite_for_other"),
      "POST /api/auth/v1.0/authentication/logout": { redirectUrl: null },
    });
    await screen.findByRole("heading", { name: /This invitation was sent to another e-mail address/ });
    screen.getByText("You are signed in as ada@example.com.");
    fireEvent.click(screen.getByRole("button", { name: "Sign in with another account" }));
    await waitFor(() => expect(sentTo).toEqual(["/auth/login"]));
    expect(sessionStorage.getItem("redirectUrl")).toBe("/accept-invite");
  });
});

describe("making an account", () => {
  const open = (replies = {}) => {
    sessionStorage.setItem("token", "tok-1");
    return openConsole("/auth/register", { ...signedOut, [verify]: invited, ...replies });
  };

  it("by an invitation fills in the address, signs in and continues to accepting", async () => {
    const { api, sentTo } = await open({ [register]: session });
    await screen.findByText("Ada invites you to Lighthouse.");
    expect(screen.getByLabelText("E-mail")).toMatchObject({ value: "bo@example.com", disabled: true });
    fireEvent.change(screen.getByLabelText("First name"), { target: { value: "Bo" } });
    fireEvent.change(screen.getByLabelText("Password"), { target: { value: "correct horse" } });
    fireEvent.click(screen.getByRole("button", { name: "Create account" }));
    await waitFor(() => expect(sentTo).toEqual(["/accept-invite"]));
    expect(api.last(register)?.body).toEqual({
      ...{ email: "bo@example.com", first_name: "Bo", last_name: "", password: "correct horse" },
      inviteToken: "tok-1",
    });
  });

  it("says what is wrong at its field", async () => {
    const fields = [{ path: "body.password", message: "Use at least 8 characters." }];
    await open({ [register]: failWith("invalid_input", { fields }) });
    fireEvent.click(await screen.findByRole("button", { name: "Create account" }));
    await screen.findByText("Use at least 8 characters.");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Password")));
  });

  it("isn't required of users who have one", async () => {
    await open({ [verify]: { data: { ...invited.data, isRegistered: true } } });
    await screen.findByRole("heading", { name: "You already have an account" });
    expect(screen.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/auth/login");
  });

  it("without an invitation says how accounts are made", async () => {
    await openConsole("/auth/register", signedOut);
    await screen.findByText("Accounts are by invitation only");
    expect(screen.queryByLabelText("Password")).toBeNull();
  });

  it("by a link that has ended says why", async () => {
    await open({ [verify]: failWith("invite_invalid") });
    await screen.findByText("This invitation is no longer valid");
  });

  it("tries again where the invitation can't be read", async () => {
    const { api } = await open({ [verify]: failWith("internal") });
    fireEvent.click(await screen.findByRole("button", { name: "Retry" }));
    api.answer({ [verify]: invited });
    fireEvent.click(await screen.findByRole("button", { name: "Retry" }));
    await screen.findByText("Ada invites you to Lighthouse.");
  });
});
