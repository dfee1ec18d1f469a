import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { endDeploy, openDeploy, startDeployServer } from "../../../tests/kit/surfaces/deployScreen.tsx";
import type { DeployServer } from "../../../tests/kit/surfaces/deployScreen.tsx";

const first = { id: "s1", lastFour: "ab12", createdAt: 1_790_000_000_000 };
const second = { id: "s2", lastFour: "cd34", createdAt: 1_790_000_100_000 };

let server: DeployServer;
beforeEach(() => {
  server = startDeployServer();
  server.on("PUT surfaces/widget/identity", ({ body }) => {
    const { data } = body as { data: { mode: "optional" | "required" } }; // as the contract has it
    server.identity = { ...server.identity, mode: data.mode };
    return { body: { data: server.identity } };
  });
  server.on("POST surfaces/widget/identity/secrets", () => {
    server.identity = { ...server.identity, secrets: [...server.identity.secrets, first] };
    return { body: { data: { secret: "the-secret-ab12", identity: server.identity } } };
  });
  server.on("DELETE surfaces/widget/identity/secrets/s1", () => {
    server.identity = { ...server.identity, secrets: [] };
    return { body: { data: server.identity } };
  });
});
afterEach(endDeploy);

async function open(roles?: ["support"]) {
  await openDeploy(server, { part: "identity", roles });
  await screen.findByText("Visitor identity");
}
const addDomain = (value: string) => {
  fireEvent.change(screen.getByLabelText("Add a domain"), { target: { value } });
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
};

describe("the domains", () => {
  it("warns while any site may show the agent, and saves a domain at once", async () => {
    await open();
    expect(screen.getByText(/Any site may show this agent/)).toBeTruthy();
    addDomain("https://Shop.example/contact");
    const list = await screen.findByRole("list", { name: "Allowed domains" });
    expect(within(list).getByText("shop.example")).toBeTruthy();
    const { settings } = server.widget;
    expect(server.saved()).toEqual([
      {
        ...{ revision: 4, enabled: true, allowsNullOrigin: false },
        allowedDomains: ["shop.example"],
        settings,
      },
    ]);
  });

  it("says what is no domain and sends nothing", async () => {
    await open();
    addDomain("not a domain");
    expect(await screen.findByText(/Write a domain like example.com/)).toBeTruthy();
    expect(server.saved()).toEqual([]);
  });

  it("lets pages without an origin in, at once", async () => {
    await open();
    fireEvent.click(screen.getByRole("switch", { name: "Pages without an origin" }));
    await vi.waitFor(() => expect(server.widget.allowsNullOrigin).toBe(true));
  });
});

describe("identity", () => {
  it("shows the effect of each choice, and warns if no visitor could write", async () => {
    await open();
    fireEvent.click(screen.getByLabelText("Only signed-in users can write"));
    expect(await screen.findByText(/nobody can write now/)).toBeTruthy();
    expect(server.identity.mode).toBe("required");
  });

  it("shows a new secret this once", async () => {
    await open();
    expect(screen.getByText(/No secret yet/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Create secret" }));
    expect((await screen.findByLabelText("Secret")).textContent).toBe("the-secret-ab12");
    fireEvent.click(screen.getByRole("button", { name: "I saved it" }));
    await vi.waitFor(() => expect(screen.queryByText("the-secret-ab12")).toBeNull());
    expect(screen.getByText("…ab12")).toBeTruthy();
  });

  it("accepts at most two secrets, and deletes one after asking", async () => {
    server.identity = { mode: "optional", secrets: [first, second] };
    await open();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Create secret" }).disabled).toBe(true);
    fireEvent.click(screen.getByRole("button", { name: "Delete secret …ab12" }));
    fireEvent.click(await screen.findByRole("button", { name: "Delete secret" }));
    await vi.waitFor(() => expect(screen.queryByText("…ab12")).toBeNull());
  });

  it("tries a token, and says whose it is or why it would be refused", async () => {
    const ada = { userId: "u1", email: null, name: "Ada", attrs: { plan: "pro" } };
    const problem = "The identity was refused. No secret of this widget signed it.";
    const answers = [
      { problem, identity: null },
      { problem: null, identity: ada },
    ];
    const asked: unknown[] = [];
    server.on("POST surfaces/widget/identity/check", ({ body }) => {
      asked.push(body);
      return { body: { data: answers.shift() } };
    });
    await open();
    fireEvent.click(screen.getByRole("button", { name: "Try it" }));
    expect(await screen.findByText("Field is required")).toBeTruthy();
    fireEvent.change(screen.getByLabelText(/^JWT/), { target: { value: " a.b.c " } });
    fireEvent.click(screen.getByRole("button", { name: "Try it" }));
    expect(await screen.findByText(problem)).toBeTruthy();
    fireEvent.change(screen.getByLabelText(/^JWT/), { target: { value: "d.e.f" } });
    expect(screen.queryByText(problem)).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Try it" }));
    expect(await screen.findByText("This token is valid.")).toBeTruthy();
    expect(screen.getByText("pro")).toBeTruthy();
    expect(asked).toEqual([{ data: { token: "a.b.c" } }, { data: { token: "d.e.f" } }]);
  });

  it("says why a secret was not made", async () => {
    server.on("POST surfaces/widget/identity/secrets", {
      status: 409,
      code: "conflict",
      message: "Two exist.",
    });
    await open();
    fireEvent.click(screen.getByRole("button", { name: "Create secret" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Two exist.");
  });

  it("says what went wrong with reading it, and leaves the domains there", async () => {
    server.on("GET surfaces/widget/identity", { status: 500, code: "internal", message: "Broken." });
    await openDeploy(server, { part: "identity" });
    expect((await screen.findByRole("alert")).textContent).toContain("Broken.");
    expect(screen.getByLabelText("Add a domain")).toBeTruthy();
  });

  it("can be viewed by members who may not change it", async () => {
    server.identity = { mode: "optional", secrets: [first] };
    await open(["support"]);
    expect(screen.getByText("…ab12")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /secret/i })).toBeNull();
    expect(screen.getByLabelText("Anyone can write").closest("fieldset[disabled]")).toBeTruthy();
  });
});
