import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { configurationId } from "../../../shared/contract/configuration.ts";
import { failWith } from "../../../tests/kit/console/fakeApi.ts";
import { openConsole, session, signedIn, signedOut } from "../../../tests/kit/console/openConsole.tsx";

const register = "POST /api/auth/v1.0/authentication/register";
const complete = `${register}/complete`;
const resend = `${register}/resend`;
const login = "POST /api/auth/v1.0/authentication/login/password";
const second = "POST /api/auth/v1.0/authentication/login/second-factor";
const sent = () => ({ email: "ada@example.com", resendAt: Date.now() - 1, expiresAt: Date.now() + 900_000 });

/** Opens a page as somebody without a session, on an installation that is configured so. */
function open(path: string, replies = {}, configuration = {}) {
  const script = document.createElement("script");
  Object.assign(script, { type: "application/json", id: configurationId });
  script.textContent = JSON.stringify({ registration: "open", ...configuration });
  document.body.append(script);
  return openConsole(path, { ...signedIn(), ...signedOut, ...replies });
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

async function begin() {
  await screen.findByLabelText("First name");
  type("First name", "Ada");
  type("E-mail", "ada@example.com");
  type("Password", "a long password");
  press("Create account");
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => document.getElementById(configurationId)?.remove());

describe("open registration", () => {
  it("asks for the code that was mailed, and signs in by it as soon as it is there", async () => {
    const { api, sentTo } = await open("/auth/register", { [register]: sent(), [complete]: session });
    await begin();
    const code = await screen.findByLabelText("Code");
    screen.getByText(/We sent it to ada@example.com/);
    expect(location.pathname).toBe("/auth/register/complete");
    fireEvent.change(code, { target: { value: " 123-456 " } });
    await waitFor(() => expect(sentTo).toEqual(["/choose-company"]));
    expect(api.last(register)?.body).toEqual({
      ...{ first_name: "Ada", last_name: "", email: "ada@example.com", password: "a long password" },
    });
    expect(api.last(complete)?.body).toEqual({ code: "123456" });
  });

  it("signs in immediately if no code is required", async () => {
    const { sentTo } = await open("/auth/register", { [register]: session });
    await begin();
    await waitFor(() => expect(sentTo).toEqual(["/choose-company"]));
  });

  it("says which domains it takes, at the field, and keeps what was typed", async () => {
    const fields = [{ path: "body.email", message: "Use an address of example.org." }];
    await open(
      "/auth/register",
      { [register]: failWith("invalid_input", { fields }) },
      { registrationDomains: ["example.org"] },
    );
    await screen.findByText("Use an address at example.org.");
    await begin();
    await screen.findByText("Use an address of example.org.");
    expect(screen.getByLabelText("E-mail")).toHaveProperty("value", "ada@example.com");
    expect(screen.getByLabelText("Password")).toHaveProperty("value", "a long password");
  });

  it("goes back to change the address and keeps the typed text", async () => {
    await open("/auth/register", { [register]: sent() });
    await begin();
    fireEvent.click(await screen.findByRole("link", { name: "Change e-mail address" }));
    await screen.findByLabelText("First name");
    expect(screen.getByLabelText("First name")).toHaveProperty("value", "Ada");
    expect(screen.getByLabelText("E-mail")).toHaveProperty("value", "ada@example.com");
  });

  it("keeps a wrong code at its field, and the next one takes its place", async () => {
    const { api, sentTo } = await open("/auth/register/complete", { [complete]: failWith("code_wrong") });
    await screen.findByLabelText("Code");
    type("Code", "111111");
    await screen.findByText("This code is wrong. Check it and try again.");
    expect(screen.getByLabelText("Code")).toHaveProperty("value", "111111");
    api.answer({ [complete]: session });
    type("Code", "222222");
    await waitFor(() => expect(sentTo).toEqual(["/choose-company"]));
  });

  it.each([
    ["code_elsewhere", "This is a different browser", "Start again here", "/auth/register"],
    ["code_used", "You already have an account", "Sign in", "/auth/login"],
  ] as const)("says %s in plain words: %s", async (error, words, link, href) => {
    await open("/auth/register/complete", { [complete]: failWith(error) });
    fireEvent.change(await screen.findByLabelText("Code"), { target: { value: "111111" } });
    await screen.findByText(words);
    expect(screen.getByRole("link", { name: link }).getAttribute("href")).toBe(href);
  });

  it("sends a new code for one that has ended, and counts down to the one after it", async () => {
    const again = () => ({ ...sent(), resendAt: Date.now() + 60_000 });
    const { api } = await open("/auth/register/complete", {
      ...{ [complete]: failWith("code_ended"), [resend]: again },
    });
    fireEvent.change(await screen.findByLabelText("Code"), { target: { value: "111111" } });
    await screen.findByText("This code is no longer valid. Ask for a new one.");
    press("Send a new code");
    const button = await screen.findByRole("button", { name: /^Send a new code in \d+ s$/ });
    expect(button).toHaveProperty("disabled", true);
    expect(screen.getByLabelText("Code")).toHaveProperty("value", "");
    expect(screen.queryByText(/no longer valid/)).toBeNull();
    expect(api.last(resend)).toBeTruthy();
  });

  it("is offered where one signs in, and not where accounts are made by invitation", async () => {
    await open("/auth/login");
    await screen.findByRole("link", { name: "Create an account" });
    await open("/auth/register", {}, { registration: "invitation" });
    document.getElementById(configurationId)?.remove();
    await openConsole("/auth/register", { ...signedIn(), ...signedOut });
    await screen.findByText("Accounts are by invitation only");
  });
});

describe("the second step of signing in", () => {
  const needed = { status: "second_factor_needed", token: "t1", expiresAt: 0 };

  async function show(replies = {}) {
    const opened = await open("/auth/login", { [login]: needed, ...replies });
    await screen.findByLabelText("E-mail");
    type("E-mail", "ada@example.com");
    type("Password", "a long password");
    press("Sign in");
    await screen.findByRole("heading", { name: "Enter your code" });
    return opened;
  }

  it("takes the app's code as soon as it is there", async () => {
    const { api, sentTo } = await show({ [second]: session });
    type("Code", "123 456");
    await waitFor(() => expect(sentTo).toEqual(["/choose-company"]));
    expect(api.last(second)?.body).toEqual({ token: "t1", code: "123456" });
  });

  it("takes a recovery code instead", async () => {
    const { api, sentTo } = await show({ [second]: failWith("code_wrong") });
    press("Use a recovery code");
    type("Recovery code", "aaaa-bbbb-cccc-dddd");
    press("Sign in");
    await screen.findByText("This code is wrong. Check it and try again.");
    expect(screen.getByLabelText("Recovery code")).toHaveProperty("value", "aaaa-bbbb-cccc-dddd");
    api.answer({ [second]: session });
    press("Sign in");
    await waitFor(() => expect(sentTo).toEqual(["/choose-company"]));
  });

  it("begins again where it took too long", async () => {
    await show({ [second]: failWith("sign_in_again") });
    type("Code", "123456");
    await screen.findByText("This sign-in took too long. Enter your password again.");
    press("Start again");
    await screen.findByLabelText("Password");
  });
});
