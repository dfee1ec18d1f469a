import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { failWith } from "../../../tests/kit/console/fakeApi.ts";
import type { Replies } from "../../../tests/kit/console/fakeApi.ts";
import { openConsole, signedOut } from "../../../tests/kit/console/openConsole.tsx";

const verify = "GET /api/organisation/verify-invite/tok-1";
const invited = {
  ...{ email: "ada@example.com", organizationName: "Lighthouse", invitedBy: "Bo", isRegistered: true },
  ...{ usergroup_name: "Collaborator", role: "collaborator" },
};

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const open = (replies: Replies = {}, path = "/verify-invite/tok-1") =>
  openConsole(path, { [verify]: { data: invited }, ...replies });

describe("an invitation's link", () => {
  it.each([
    ["signed in", {}],
    ["signed out", signedOut],
  ])(
    "shows inviter, place and role to a visitor who is %s; accepting keeps the token and continues",
    async (_, replies) => {
      const { sentTo } = await open(replies);
      await screen.findByRole("heading", { level: 1, name: "Join Lighthouse" });
      screen.getByText(/Bo invited you as Advisor\./);
      screen.getByText("ada@example.com");
      expect(sessionStorage.getItem("token")).toBeNull();
      fireEvent.click(screen.getByRole("button", { name: "Accept invitation" }));
      expect(sessionStorage.getItem("token")).toBe("tok-1");
      expect(sentTo).toEqual(["/accept-invite"]);
    },
  );

  it("reads the token from the query too, unchanged", async () => {
    const asked = "GET /api/organisation/verify-invite/tok%252D1";
    await open(
      { [asked]: { data: invited }, [verify]: failWith("invite_invalid") },
      "/verify-invite?token=tok%252D1",
    );
    await screen.findByRole("heading", { level: 1, name: "Join Lighthouse" });
  });

  it("for another address tells so, and offers to sign in with that address", async () => {
    const { sentTo } = await open({
      [verify]: { data: { ...invited, email: "cy@example.com" } },
      "POST /api/auth/v1.0/authentication/logout": { redirectUrl: null },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Sign in with another account" }));
    await waitFor(() => expect(sentTo).toEqual(["/auth/login"]));
    expect(sessionStorage.getItem("token")).toBe("tok-1");
    expect(sessionStorage.getItem("redirectUrl")).toBe("/accept-invite");
  });

  it.each([
    ["has ended", { [verify]: failWith("invite_invalid") }, "/verify-invite/tok-1"],
    ["has no token", {}, "/verify-invite"],
  ])("that %s says what to do", async (_, replies, path) => {
    await open(replies, path);
    await screen.findByText("This invitation is no longer valid");
    screen.getByText("Please check the link or request a new link from the sender.");
    const login = screen.getByRole("link", { name: "Already Have An Account? Login" });
    expect(login.getAttribute("href")).toBe("/choose-company");
  });

  it("is tried again where it can't be read", async () => {
    const { api } = await open({ [verify]: failWith("internal") });
    const retry = await screen.findByRole("button", { name: "Retry" });
    api.answer({ [verify]: { data: invited } });
    fireEvent.click(retry);
    await screen.findByRole("heading", { level: 1, name: "Join Lighthouse" });
  });
});
