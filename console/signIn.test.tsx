import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { failWith } from "../tests/kit/console/fakeApi.ts";
import {
  makeOrganization,
  openConsole,
  session,
  signedIn,
  signedOut,
} from "../tests/kit/console/openConsole.tsx";

const login = "POST /api/auth/v1.0/authentication/login/password";
const organizations = "GET /api/organisation/organization";

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

function type(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

async function signInAs(email: string, password: string): Promise<void> {
  await screen.findByLabelText("E-mail");
  type("E-mail", email);
  type("Password", password);
  fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
}

describe("signing in", () => {
  it("leads to the organizations, and with one of them on into it", async () => {
    const { api, sentTo } = await openConsole("/auth/login", { ...signedOut, [login]: session });
    await signInAs("ada@example.com", "correct horse");
    await waitFor(() => expect(sentTo).toEqual(["/choose-company"]));
    expect(api.last(login)?.body).toEqual({ email: "ada@example.com", password: "correct horse" });

    const next = await openConsole("/choose-company");
    await waitFor(() => expect(next.sentTo).toEqual(["/accounts/o1/dashboard"]));
  });

  it("tells a wrong pair without telling which of both", async () => {
    const { sentTo } = await openConsole("/auth/login", {
      ...signedOut,
      [login]: failWith("wrong_credentials"),
    });
    await signInAs("ada@example.com", "wrong");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("The e-mail address or password is wrong.");
    expect(alert.textContent).toContain("req-1");
    expect(sentTo).toEqual([]);
  });

  it("returns to the requested page", async () => {
    const wanted = "/accounts/o1/cp/a1/settings?tab=2";
    const { sentTo } = await openConsole(wanted, signedOut);
    await waitFor(() => expect(sentTo).toEqual(["/auth/login"]));
    const next = await openConsole("/auth/login", { ...signedOut, [login]: session });
    await signInAs("ada@example.com", "correct horse");
    await waitFor(() => expect(next.sentTo).toEqual([wanted]));
  });

  it.each(["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)"])(
    "never leads to %s",
    async (target) => {
      const path = `/auth/login?redirectUrl=${encodeURIComponent(target)}`;
      const { sentTo } = await openConsole(path, { ...signedOut, [login]: session });
      await signInAs("ada@example.com", "correct horse");
      await waitFor(() => expect(sentTo).toEqual(["/choose-company"]));
    },
  );

  it("is asked for again when the session has ended in the middle, and says why", async () => {
    const { sentTo } = await openConsole("/accounts/o1/dashboard", {
      "GET /api/console/v1/org/o1/copilotapps": failWith("unauthenticated"),
    });
    await waitFor(() => expect(sentTo).toContain("/auth/login"));
    await openConsole("/auth/login", signedOut);
    await screen.findByText(/Your session ended/);
  });

  it("redirects users who are already signed in", async () => {
    const { sentTo } = await openConsole("/auth/login");
    await waitFor(() => expect(sentTo).toEqual(["/choose-company"]));
  });

  it("shows an error with another try when the server can't be asked", async () => {
    const { api } = await openConsole("/auth/login", { "GET /api/auth/v1.0/session": failWith("internal") });
    await screen.findByRole("button", { name: "Try Again" });
    api.answer(signedOut);
    fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
    await screen.findByRole("heading", { name: /Sign in/ });
  });
});

describe("the first run", () => {
  const fresh = { ...signedOut, "GET /api/auth/v1.0/first-owner": { needed: true, open: true } };
  const create = "POST /api/auth/v1.0/first-owner";

  it("creates the first owner with an organization and continues to the first agent", async () => {
    const answer = { ...session, organization: makeOrganization() };
    const { api, sentTo } = await openConsole("/auth/login?setup=tok1", { ...fresh, [create]: answer });
    await screen.findByRole("heading", { name: "Create the first owner" });
    type("First name", "Ada");
    type("E-mail", "ada@example.com");
    type("Password", "correct horse");
    type("Organization name", "Harbour Bikes");
    fireEvent.click(screen.getByRole("button", { name: /Create owner/ }));
    await waitFor(() => expect(sentTo).toEqual(["/accounts/o1/create-ai-agent"]));
    expect(api.last(create)?.body).toEqual({
      first_name: "Ada",
      last_name: "",
      email: "ada@example.com",
      password: "correct horse",
      organizationName: "Harbour Bikes",
      setupToken: "tok1",
    });
  });

  it("puts what is wrong at its field, and the focus on the first of them", async () => {
    const fields = [
      { path: "body.password", message: "Use at least 8 characters." },
      { path: "body.organizationName", message: "Field is required" },
    ];
    await openConsole("/auth/login?setup=tok1", {
      ...fresh,
      [create]: failWith("invalid_input", { fields }),
    });
    await screen.findByLabelText("Password");
    fireEvent.click(screen.getByRole("button", { name: /Create owner/ }));
    await screen.findByText("Use at least 8 characters.");
    screen.getByText("Field is required");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Password")));
  });

  it("asks for the set-up link where the page was opened without it", async () => {
    await openConsole("/auth/login", fresh);
    await screen.findByText("Open the set-up link");
    expect(screen.queryByLabelText("Password")).toBeNull();
  });

  it("sends the set-up link's token along", async () => {
    const { api } = await openConsole("/auth/login?setup=tok1", {
      ...fresh,
      [create]: failWith("internal"),
    });
    fireEvent.click(await screen.findByRole("button", { name: /Create owner/ }));
    await waitFor(() => expect(api.last(create)?.body).toMatchObject({ setupToken: "tok1" }));
  });
});

describe("choosing an organization", () => {
  const two = { items: [makeOrganization(), makeOrganization({ org_id: "o2", name: "Lighthouse" })] };

  it("does not open the only organization automatically after a guard's redirect", async () => {
    const { sentTo } = await openConsole("/choose-company");
    await screen.findByRole("button", { name: /Harbour Bikes/ });
    expect(sentTo).toEqual([]);
  });

  it("opens the one that is clicked, or its number", async () => {
    const { sentTo } = await openConsole("/choose-company", { [organizations]: two });
    fireEvent.click(await screen.findByRole("button", { name: /Lighthouse/ }));
    fireEvent.keyDown(document.body, { key: "1" });
    expect(sentTo).toEqual(["/accounts/o2/dashboard", "/accounts/o1/dashboard"]);
  });

  it("moves through them by arrow keys", async () => {
    await openConsole("/choose-company", { [organizations]: two });
    const first = await screen.findByRole("button", { name: /Harbour Bikes/ });
    first.focus();
    fireEvent.keyDown(first, { key: "ArrowDown" });
    expect(document.activeElement).toBe(screen.getByRole("button", { name: /Lighthouse/ }));
  });

  it("continues to creating an organization if there is none", async () => {
    await openConsole("/choose-company", { [organizations]: { items: [] } });
    await screen.findByRole("heading", { name: "Create an organization" });
  });

  it("opens instead of an organization that is not one's own", async () => {
    const { sentTo } = await openConsole("/accounts/o9/dashboard");
    await waitFor(() => expect(sentTo).toEqual(["/choose-company"]));
  });

  it("keeps the error beside another try", async () => {
    const { api } = await openConsole("/choose-company", { [organizations]: failWith("internal") });
    await screen.findByRole("alert");
    api.answer({ [organizations]: two });
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByRole("button", { name: /Lighthouse/ });
  });
});

describe("making an organization", () => {
  it("waits until it can be used and goes into it", async () => {
    const create = "POST /api/organisation/organization";
    const { api, sentTo } = await openConsole("/setup-company", {
      ...signedIn(),
      [create]: { data: makeOrganization({ name: "Lighthouse" }) },
      "GET /api/organisation/organization/o1/polling": { data: { ready: true } },
    });
    fireEvent.change(await screen.findByLabelText("Organization name"), { target: { value: "Lighthouse" } });
    fireEvent.click(screen.getByRole("button", { name: "Create organization" }));
    fireEvent.click(await screen.findByRole("button", { name: "Not now" }));
    await waitFor(() => expect(sentTo).toEqual(["/accounts/o1/create-ai-agent"]));
    expect(api.last(create)?.body).toMatchObject({ data: { name: "Lighthouse" } });
  });
});
