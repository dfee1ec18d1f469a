import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { failWith } from "../../../tests/kit/console/fakeApi.ts";
import { openConsole, signedOut } from "../../../tests/kit/console/openConsole.tsx";

const forgot = "POST /api/auth/v1.0/authentication/forgot-password";
const set = "POST /api/auth/v1.0/authentication/set-password";

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe("a forgotten password", () => {
  async function ask(isMailed: boolean) {
    const { api } = await openConsole("/auth/login", { ...signedOut, [forgot]: { isMailed } });
    fireEvent.click(await screen.findByRole("link", { name: "Forgot password?" }));
    await screen.findByRole("heading", { level: 1, name: "Forgot your password?" });
    fireEvent.change(screen.getByLabelText("E-mail"), { target: { value: "bo@example.com" } });
    fireEvent.click(screen.getByRole("button", { name: "Send link" }));
    return api;
  }

  it("is answered alike whether there is an account or not", async () => {
    const api = await ask(true);
    await screen.findByText(/If bo@example.com has an account, we sent it a link/);
    expect(api.last(forgot)?.body).toEqual({ email: "bo@example.com" });
  });

  it("is a matter for the admin where no mails go out, and says by which command", async () => {
    await ask(false);
    await screen.findByRole("heading", { name: "Ask your admin" });
    screen.getByText("npm run cli -- password-link EMAIL");
  });

  it("says what is wrong with the address", async () => {
    const fields = [{ path: "body.email", message: "Enter a valid e-mail address." }];
    await openConsole("/auth/forgot-password", {
      ...signedOut,
      [forgot]: failWith("invalid_input", { fields }),
    });
    fireEvent.click(await screen.findByRole("button", { name: "Send link" }));
    await screen.findByText("Enter a valid e-mail address.");
  });
});

describe("a new password", () => {
  const link = "/auth/set-password?token=secret-1";

  it("is set by the link's token, which leaves the address at once and is kept nowhere", async () => {
    const { api } = await openConsole(link, { ...signedOut, [set]: { email: "bo@example.com" } });
    await screen.findByLabelText("New password");
    expect(location.pathname + location.search).toBe("/auth/set-password");
    expect(JSON.stringify({ ...sessionStorage })).not.toContain("secret-1");
    fireEvent.change(screen.getByLabelText("New password"), { target: { value: "correct horse" } });
    fireEvent.click(screen.getByRole("button", { name: "Set password" }));
    await screen.findByRole("heading", { name: "Password changed" });
    expect(api.last(set)?.body).toEqual({ token: "secret-1", password: "correct horse" });
    expect(screen.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/auth/login");
  });

  it.each([
    ["a link that has ended", link],
    ["a link without its token", "/auth/set-password"],
  ])("by %s is refused, and a new link offered", async (_, at) => {
    await openConsole(at, { ...signedOut, [set]: failWith("password_link_invalid") });
    await screen.findByRole("heading", { level: 1, name: "Choose a new password" });
    if (at === link) fireEvent.click(await screen.findByRole("button", { name: "Set password" }));
    await screen.findByText("This link is no longer valid");
    fireEvent.click(screen.getByRole("link", { name: "Request a new link" }));
    await screen.findByRole("button", { name: "Send link" });
  });

  it("that is too short is said at the field", async () => {
    const fields = [{ path: "body.password", message: "Use at least 8 characters." }];
    await openConsole(link, { ...signedOut, [set]: failWith("invalid_input", { fields }) });
    fireEvent.click(await screen.findByRole("button", { name: "Set password" }));
    await waitFor(() => screen.getByText("Use at least 8 characters."));
  });
});
