import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Profile } from "../../../shared/contract/accounts/accounts.ts";
import { failWith } from "../../../tests/kit/console/fakeApi.ts";
import { openConsole, session, signedIn } from "../../../tests/kit/console/openConsole.tsx";

const detail = "GET /api/auth/v1.0/profile/detail";
const meta = "PATCH /api/auth/v1.0/profile/meta";
const update = "POST /api/auth/v1.0/profile/update-password";
const list = "GET /api/auth/v1.0/sessions";
const email = "POST /api/auth/v1.0/profile/email";
const confirm = `${email}/confirm`;
const app = "POST /api/auth/v1.0/profile/second-factor";
const digest = "/api/account/v1/org/o1/digest";
const here = {
  ...{ _id: "s1", createdAt: 1_790_000_000_000, lastSeenAt: 1_790_000_000_000 },
  ...{ isCurrent: true, device: "Firefox on Linux" },
};
const there = { ...here, _id: "s2", isCurrent: false, device: null };

function makeProfile(part: Partial<Profile> = {}): Profile {
  return {
    ...session.user,
    ...{ emailVerifiedAt: 1_700_000_000_000, canVerifyEmail: true, newEmail: null, hasPassword: true },
    ...{ secondFactor: null, timeZone: null, dateFormat: null, language: null, mailsOnAccept: true },
    ...part,
  };
}

function open(own: Partial<Profile> = {}, replies = {}) {
  return openConsole("/accounts/o1/account/profile", {
    ...signedIn(),
    [detail]: { data: makeProfile(own) },
    [list]: { items: [here, there] },
    [`GET ${digest}`]: { data: { every: "never", nextAt: null, timeZone: "Asia/Tokyo" } },
    ...replies,
  });
}

const sessions = () => within(screen.getByRole("list", { name: "Sessions" }));
const card = (name: string) => screen.findByRole("region", { name });
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe("the profile", () => {
  it("says that it could not be read, and reads it again", async () => {
    let reads = 0;
    // The first reading is the guard's.
    const reply = () => (++reads === 2 ? failWith("not_found")() : { data: makeProfile() });
    await open({}, { [detail]: reply });
    await screen.findByRole("alert");
    press("Retry");
    await card("Name and picture");
  });

  it("saves the name, which shows in the whole console", async () => {
    const { api } = await open({}, { [meta]: { data: makeProfile({ first_name: "Grace" }) } });
    await card("Name and picture");
    expect(screen.getByRole("button", { name: "Save name" })).toHaveProperty("disabled", true);
    type("First name", "Grace");
    press("Save name");
    expect(await screen.findAllByRole("img", { name: "Grace Lovelace" })).toHaveLength(2);
    expect(api.last(meta)?.body).toEqual({ first_name: "Grace", last_name: "Lovelace" });
  });

  it("says what is wrong with a name at its field, and keeps what was typed", async () => {
    const fields = [{ path: "body.first_name", message: "Field is required" }];
    await open({}, { [meta]: failWith("invalid_input", { fields }) });
    await card("Name and picture");
    type("First name", "");
    type("Last name", "Hopper");
    press("Save name");
    await screen.findByText("Field is required");
    expect(screen.getByLabelText("Last name")).toHaveProperty("value", "Hopper");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("First name")));
  });

  it("changes the address by the password and the code that went to the new one", async () => {
    const newEmail = { email: "grace@example.com", resendAt: Date.now() + 60_000, expiresAt: 0 };
    const { api } = await open(
      {},
      {
        [email]: { data: { sent: newEmail, profile: makeProfile({ newEmail }) } },
        [confirm]: failWith("code_wrong"),
      },
    );
    await card("E-mail");
    press("Change e-mail");
    type("New e-mail", "grace@example.com");
    fireEvent.change(screen.getAllByLabelText("Current password")[0] as HTMLElement, {
      target: { value: "old horse" },
    });
    press("Send code");
    const label = "Code sent to grace@example.com";
    await screen.findByLabelText(label);
    expect(api.last(email)?.body).toEqual({ email: "grace@example.com", currentPassword: "old horse" });
    expect(screen.getByRole("button", { name: /^Send a new code in \d+ s$/ })).toHaveProperty(
      "disabled",
      true,
    );
    type(label, "123 456");
    await screen.findByText("This code is wrong. Check it and try again.");
    expect(screen.getByLabelText(label)).toHaveProperty("value", "123456");
    api.answer({ [confirm]: { data: makeProfile({ email: "grace@example.com" }) } });
    type(label, "654321");
    await screen.findByText("grace@example.com", { selector: "strong" });
    expect(api.last(confirm)?.body).toEqual({ code: "654321" });
  });

  it("offers to verify an address that was not, where mails go out", async () => {
    await open({ emailVerifiedAt: null });
    const about = await card("E-mail");
    within(about).getByText("Not verified");
    press("Verify e-mail");
    expect(screen.getByLabelText("Your e-mail")).toHaveProperty("disabled", true);
  });

  it("says nothing of verifying, nor of mails, where none go out", async () => {
    await open({ emailVerifiedAt: null, canVerifyEmail: false });
    const about = await card("E-mail");
    expect(within(about).queryByText(/verif/i)).toBeNull();
    expect(screen.queryByText(/E-mail me/)).toBeNull();
  });

  async function change(current: string) {
    await screen.findByLabelText("New password");
    type("Current password", current);
    type("New password", "correct horse");
    press("Change password");
  }

  it("changes the password with the current one, and reloads the list of sessions", async () => {
    const { api } = await open({}, { [update]: { data: session.user } });
    await screen.findByRole("button", { name: /^End the session/ });
    api.answer({ [list]: { items: [here] } });
    await change("old horse");
    const sent = { password: "correct horse", currentPassword: "old horse" };
    await waitFor(() => expect(api.last(update)?.body).toEqual(sent));
    await waitFor(() => expect(screen.getByLabelText("New password")).toHaveProperty("value", ""));
    await waitFor(() => expect(screen.queryByRole("button", { name: /^End the session/ })).toBeNull());
  });

  it("says at the field that the current password is needed", async () => {
    await open({}, { [update]: failWith("password_needed") });
    await change("");
    await screen.findByText("Enter your current password too.");
    expect(screen.getByLabelText("Current password").getAttribute("aria-invalid")).toBe("true");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("asks who signs in by a provider for no current password", async () => {
    await open({ hasPassword: false });
    await screen.findByLabelText("New password");
    expect(screen.queryByLabelText("Current password")).toBeNull();
    screen.getByRole("button", { name: "Set password" });
  });

  it("marks this session, says what each is, and ends another", async () => {
    const end = "DELETE /api/auth/v1.0/sessions/s2";
    const { api } = await open({}, { [end]: () => undefined });
    await screen.findByRole("list", { name: "Sessions" });
    expect(sessions().getAllByText("This one")).toHaveLength(1);
    sessions().getByText("Firefox on Linux");
    api.answer({ [list]: { items: [here] } });
    fireEvent.click(sessions().getByRole("button", { name: /^End the session/ }));
    await waitFor(() => expect(sessions().getAllByRole("listitem")).toHaveLength(1));
    expect(api.last(end)).toBeTruthy();
  });

  it("asks for the password or a code after an absence before it ends a session", async () => {
    const end = "DELETE /api/auth/v1.0/sessions/s2";
    const prove = "POST /api/auth/v1.0/profile/prove";
    const { api } = await open({}, { [end]: failWith("password_needed"), [prove]: failWith("code_wrong") });
    await screen.findByRole("list", { name: "Sessions" });
    fireEvent.click(sessions().getByRole("button", { name: /^End the session/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Confirm it’s you" }));
    const proof = dialog.getByLabelText("Password or authenticator code");
    fireEvent.change(proof, { target: { value: "123 456" } });
    fireEvent.click(dialog.getByRole("button", { name: "Confirm" }));
    await dialog.findByText("This code is wrong. Check it and try again.");
    expect(api.last(prove)?.body).toEqual({ code: "123 456" });
    api.answer({ [prove]: () => undefined, [end]: () => undefined, [list]: { items: [here] } });
    fireEvent.change(proof, { target: { value: "my password" } });
    fireEvent.click(dialog.getByRole("button", { name: "Confirm" }));
    await waitFor(() => expect(sessions().getAllByRole("listitem")).toHaveLength(1));
    expect(api.last(prove)?.body).toEqual({ currentPassword: "my password" });
  });

  it("ends all other sessions at once", async () => {
    const end = "DELETE /api/auth/v1.0/sessions";
    const { api } = await open({}, { [end]: () => undefined });
    await screen.findByRole("list", { name: "Sessions" });
    api.answer({ [list]: { items: [here] } });
    press("End all others");
    await waitFor(() => expect(sessions().getAllByRole("listitem")).toHaveLength(1));
    expect(screen.queryByRole("button", { name: "End all others" })).toBeNull();
  });

  it("saves each preference as it is chosen, and writes moments by them", async () => {
    const { api } = await open(
      {},
      { [meta]: { data: makeProfile({ dateFormat: "yearFirst", timeZone: "UTC" }) } },
    );
    await card("Preferences");
    fireEvent.change(screen.getByLabelText("Dates"), { target: { value: "yearFirst" } });
    await waitFor(() => expect(sessions().getAllByText(/2026-09-21 14:13/)).not.toHaveLength(0));
    expect(api.last(meta)?.body).toEqual({ dateFormat: "yearFirst" });
    fireEvent.click(screen.getByRole("switch", { name: "E-mail me when someone accepts my invitation" }));
    await waitFor(() => expect(api.last(meta)?.body).toEqual({ mailsOnAccept: false }));
  });

  it("saves the language of mails and formats, and shows dates in it at once", async () => {
    const { api } = await open({}, { [meta]: { data: makeProfile({ language: "de" }) } });
    const label = "Language of e-mails, dates and numbers";
    await screen.findByLabelText(label);
    type(label, "de");
    await screen.findByText("31.12.2026");
    expect(api.last(meta)?.body).toEqual({ language: "de" });
    type(label, "");
    await waitFor(() => expect(api.last(meta)?.body).toEqual({ language: null }));
  });
});

describe("two-factor sign-in in the profile", () => {
  const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
  const uri = `otpauth://totp/Pilothouse:ada%40example.com?secret=${secret}`;
  const on = { enabledAt: 1_790_000_000_000, recoveryCodesLeft: 9 };
  const codes = ["aaaa-bbbb-cccc-dddd", "eeee-ffff-gggg-hhhh"];
  const dialog = () => within(screen.getByRole("dialog"));

  it("is turned on by the password and the app's code; the recovery codes are shown", async () => {
    const { api } = await open(
      {},
      { [`${app}/begin`]: { data: { secret, uri } }, [app]: failWith("code_wrong") },
    );
    await card("Two-factor sign-in");
    press("Turn on");
    fireEvent.change(await waitFor(() => dialog().getByLabelText("Current password")), {
      target: { value: "old horse" },
    });
    fireEvent.click(dialog().getByRole("button", { name: "Continue" }));
    await waitFor(() => dialog().getByRole("img", { name: "QR code for your authenticator app" }));
    expect(api.last(`${app}/begin`)?.body).toEqual({ currentPassword: "old horse" });
    expect(dialog().getByLabelText("Key").textContent).toBe("JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP");
    type("Code from the app", "111111");
    await waitFor(() => dialog().getByText("This code is wrong. Check it and try again."));
    api.answer({
      [app]: { data: { recoveryCodes: codes } },
      [detail]: { data: makeProfile({ secondFactor: on }) },
    });
    type("Code from the app", "222222");
    const kept = await waitFor(() => dialog().getByRole("list", { name: "Recovery codes" }));
    expect(
      within(kept)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(codes);
    fireEvent.click(dialog().getByRole("button", { name: "I saved them" }));
    await screen.findByText(/9 recovery codes are left/);
  });

  it("says at the field that the password is not right", async () => {
    await open({}, { [`${app}/begin`]: failWith("password_needed") });
    await card("Two-factor sign-in");
    press("Turn on");
    fireEvent.click(await waitFor(() => dialog().getByRole("button", { name: "Continue" })));
    await waitFor(() => dialog().getByText("Enter your current password too."));
  });

  it("is turned off by a code", async () => {
    const { api } = await open({ secondFactor: on }, { [`${app}/off`]: () => undefined });
    await card("Two-factor sign-in");
    press("Turn off");
    fireEvent.change(await waitFor(() => dialog().getByLabelText("Authenticator code or recovery code")), {
      target: { value: "123456" },
    });
    api.answer({ [detail]: { data: makeProfile() } });
    fireEvent.click(dialog().getByRole("button", { name: "Turn off" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.last(`${app}/off`)?.body).toEqual({ code: "123456" });
    await screen.findByText("Off");
  });

  it("gives new recovery codes by a code, and warns when none is left", async () => {
    const none = { ...on, recoveryCodesLeft: 0 };
    const { api } = await open(
      { secondFactor: none },
      { [`${app}/recovery-codes`]: { data: { recoveryCodes: codes } } },
    );
    await screen.findByText(/No recovery codes left/);
    press("New recovery codes");
    fireEvent.change(await waitFor(() => dialog().getByLabelText("Authenticator code or recovery code")), {
      target: { value: "123456" },
    });
    fireEvent.click(dialog().getByRole("button", { name: "Make new codes" }));
    await waitFor(() => dialog().getByText(/Your old codes no longer work/));
    expect(api.last(`${app}/recovery-codes`)?.body).toEqual({ code: "123456" });
  });
});

describe("the profile menu", () => {
  const item = (name: string) => screen.queryByRole("link", { name, hidden: true })?.getAttribute("href");

  it("leads to Your Profile and Manage Account", async () => {
    await openConsole("/accounts/o1/dashboard");
    await screen.findByRole("heading", { level: 1, name: "Dashboard" });
    expect(item("Your Profile")).toBe("/accounts/o1/account/profile");
    expect(item("Manage Account")).toBe("/accounts/o1/account/teams");
  });

  it("hides both from users who are only support agents", async () => {
    await openConsole("/accounts/o1/dashboard", signedIn(["support"]));
    await screen.findByRole("heading", { level: 1, name: "Dashboard" });
    expect(item("Manage Account")).toBeUndefined();
    expect(item("Your Profile")).toBeUndefined();
  });

  it("opens the profile in a dialog for users who are only support agents, because the guard keeps them from its page", async () => {
    await openConsole("/accounts/o1/dashboard", {
      ...signedIn(["support"]),
      ...{ [detail]: { data: makeProfile() }, [list]: { items: [here] } },
    });
    await screen.findByRole("heading", { level: 1, name: "Dashboard" });
    fireEvent.click(screen.getByRole("button", { name: "Your Profile", hidden: true }));
    const dialog = await screen.findByRole("dialog", { name: "Your Profile" });
    await waitFor(() => within(dialog).getByRole("region", { name: "Password" }));
    press("Change shortcuts");
    await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  });

  it("says how often a digest comes, and when the next one is due", async () => {
    const patch = `PATCH ${digest}`;
    const nextAt = 1_790_000_000_000;
    const data = { every: "week", nextAt, timeZone: "Pacific/Kiritimati" };
    const { api } = await open({ timeZone: "UTC" }, { [patch]: { data } });
    const choices = within(await screen.findByRole("group", { name: "Digest frequency" }));
    expect(choices.getByLabelText<HTMLInputElement>("Never").checked).toBe(true);
    screen.getByText("Sent at 8:00 in Asia/Tokyo when on.");
    fireEvent.click(choices.getByLabelText("Every week"));
    // 14:13 in UTC, where the user is.
    await screen.findByText(/^Every Monday at 8:00 in Pacific\/Kiritimati. Next: .*22.*2026.*4:13/);
    expect(api.last(patch)?.body).toEqual({ data: { every: "week" } });
    expect(choices.getByLabelText<HTMLInputElement>("Every week").checked).toBe(true);
  });

  it("shows a digest's next date again after a change of time zone on the same page", async () => {
    let timeZone = "Asia/Tokyo";
    await open(
      {},
      {
        [meta]: () => ({ data: makeProfile({ timeZone: (timeZone = "America/Lima") }) }),
        [`GET ${digest}`]: () => ({ data: { every: "never", nextAt: null, timeZone } }),
      },
    );
    await screen.findByText("Sent at 8:00 in Asia/Tokyo when on.");
    type("Time zone", "America/Lima");
    await screen.findByText("Sent at 8:00 in America/Lima when on.");
  });

  it("keeps the digest as it was where it could not be saved", async () => {
    await open({}, { [`PATCH ${digest}`]: failWith("internal") });
    const choices = within(await screen.findByRole("group", { name: "Digest frequency" }));
    fireEvent.click(choices.getByLabelText("Every day"));
    await screen.findByText("Your change wasn’t saved.");
    expect(choices.getByLabelText<HTMLInputElement>("Never").checked).toBe(true);
  });

  it("offers no digest without a mail server", async () => {
    await open({ canVerifyEmail: false });
    await card("Notifications");
    expect(screen.queryByRole("region", { name: "E-mail digest" })).toBeNull();
  });
});
