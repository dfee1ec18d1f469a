import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AuditEntry } from "../../../shared/contract/accounts/audit.ts";
import type { Role } from "../../../shared/domain/access.ts";
import { failWith, type ApiRequest, type Replies } from "../../../tests/kit/console/fakeApi.ts";
import { openConsole, signedIn } from "../../../tests/kit/console/openConsole.tsx";

const screenPath = "/accounts/o1/account/teams?view=audit";
const audit = "/api/organisation/v1.0/org/o1/audit";
const at = Date.UTC(2026, 2, 5, 12);
const actions = ["Created an agent", "Invited people", "Published an agent"];

const published: AuditEntry = {
  ...{ id: "e1", at, action: "Published an agent", targets: { productId: "a1" }, outcome: "done" },
  actor: { userId: "u1", name: "Ada Lovelace", email: "ada@example.com", apiKey: null },
  ...{ address: "192.0.2.7", requestId: "req-7" },
};
const byKey: AuditEntry = {
  ...{ ...published, id: "e2", action: "Created an agent", targets: { id: "01m7zdndd4w8b2vn63pa1cgx34" } },
  actor: {
    ...{ userId: "u1", name: "Ada Lovelace", email: "ada@example.com" },
    apiKey: { id: "k1", name: "Shop", ending: "wxyz" },
  },
};
const failed: AuditEntry = {
  ...{ ...published, id: "e3", action: "Gave a wrong second factor", targets: {}, outcome: "failed" },
  actor: null,
};

function pageOf(items: AuditEntry[], part = {}) {
  return { items, page: { page: 1, limit: 50, total: items.length, ...part }, actions };
}

const member = {
  ...{ _id: "u2", email: "bo@example.com", first_name: "Bo", last_name: "", profile_pic_url: null },
  ...{ usergroups: [], role: "admin", agentStatus: "offline", joinedAt: at },
};
const replies: Replies = {
  [`GET ${audit}`]: pageOf([published, byKey, failed]),
  "GET /api/organisation/organization/account/members": {
    items: [member],
    page: { page: 1, limit: 100, total: 1 },
  },
  "GET /api/organisation/v1.0/org/o1/keys": { items: [], page: { page: 1, limit: 100, total: 0 } },
};

function open({ at: more = "", roles = ["owner"] as Role[], answers = {} as Replies } = {}) {
  return openConsole(screenPath + more, { ...signedIn(roles), ...replies, ...answers });
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => vi.restoreAllMocks());

describe("the audit log", () => {
  it("says who was invited", async () => {
    const invited = {
      ...published,
      id: "e5",
      action: "Invited people",
      targets: { about: "bo@example.com" },
    };
    await open({ answers: { [`GET ${audit}`]: pageOf([invited]) } });
    const row = await screen.findByRole("row", { name: /Invited people/ });
    expect(row.textContent).toContain("bo@example.com");
  });

  it("calls the organization by its name", async () => {
    const created = { ...published, id: "e6", action: "Created the organization", targets: { id: "o1" } };
    await open({ answers: { [`GET ${audit}`]: pageOf([created]) } });
    const row = await screen.findByRole("row", { name: /Created the organization/ });
    expect(row.textContent).toContain("Harbour Bikes");
  });

  it("says what, who, when and from where, with names where they are known", async () => {
    await open();
    const first = await screen.findByRole("row", { name: /Published an agent/ });
    expect(first.textContent).toContain("Agent Harbour Help");
    expect(first.textContent).toContain("Ada Lovelace");
    expect(first.textContent).toContain("192.0.2.7");
    const second = screen.getByRole("row", { name: /Created an agent/ });
    expect(second.textContent).toContain("…1cgx34");
    expect(second.textContent).toContain("Shop ph_…wxyzkey of Ada Lovelace");
    const third = screen.getByRole("row", { name: /wrong second factor/ });
    expect(third.textContent).toContain("Failed");
    expect(third.textContent).toContain("Former member");
  });

  it("is filtered by who, what and when, which the address keeps", async () => {
    const { api } = await open({ at: "&page=3" });
    await screen.findByRole("table");
    await screen.findByRole("option", { name: "Bo" });
    fireEvent.change(screen.getByLabelText("Done by"), { target: { value: "u2" } });
    fireEvent.change(screen.getByLabelText("Action"), { target: { value: "Invited people" } });
    fireEvent.change(screen.getByLabelText("From"), { target: { value: "2026-03-01" } });
    fireEvent.change(screen.getByLabelText("Until"), { target: { value: "2026-03-02" } });
    const { query } = await waitFor(() => {
      const last = api.last(`GET ${audit}`);
      if (!last?.query.has("to")) throw new Error("Not asked yet");
      return last;
    });
    const wanted = Object.fromEntries(query);
    expect(wanted).toMatchObject({ actor: "u2", action: "Invited people", page: "1" });
    expect(Number(wanted["from"])).toBe(new Date("2026-03-01T00:00:00").getTime());
    expect(Number(wanted["to"])).toBe(new Date("2026-03-03T00:00:00").getTime() - 1);
    expect(location.search).toBe("?view=audit&actor=u2&action=Invited+people&from=2026-03-01&to=2026-03-02");
  });

  it("opens with the filter of its address, and shows all again", async () => {
    const { api } = await open({
      at: "&actor=gone&action=Long+ago&from=2026-13-99",
      answers: { [`GET ${audit}`]: pageOf([]) },
    });
    await screen.findByText("No matching entries");
    expect(Object.fromEntries(api.last(`GET ${audit}`)?.query ?? [])).not.toHaveProperty("from");
    expect(screen.getByLabelText<HTMLSelectElement>("Action").value).toBe("Long ago");
    expect(screen.getByRole("option", { name: "Former member" })).toBeTruthy();
    api.answer({ [`GET ${audit}`]: pageOf([published]) });
    fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
    await screen.findByRole("table");
    expect(location.search).toBe("?view=audit");
  });

  it("shows what one person did from their name, a page at a time", async () => {
    const { api } = await open({ answers: { [`GET ${audit}`]: pageOf([published], { total: 120 }) } });
    fireEvent.click(await screen.findByRole("link", { name: "Next" }));
    await waitFor(() => expect(api.last(`GET ${audit}`)?.query.get("page")).toBe("2"));
    fireEvent.click(screen.getByRole("link", { name: "Ada Lovelace" }));
    await waitFor(() => expect(location.search).toBe("?view=audit&actor=u1"));
  });

  it("is exported whole as filtered, with what spreadsheets would work out made text", async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
      saved.push(blob as Blob); // saveFile hands in nothing else
      return "blob:audit";
    });
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    const evil = { ...published.actor, userId: "u9", email: "x@example.com", name: "=1+1", apiKey: null };
    const pages: Record<string, AuditEntry[]> = {
      "1": [published],
      "2": [{ ...byKey, actor: evil }],
    };
    const answer = ({ query }: ApiRequest) =>
      pageOf(pages[query.get("page") ?? ""] ?? [], { total: 2, limit: Number(query.get("limit")) });
    const { api } = await open({
      at: "&action=Published+an+agent",
      answers: { [`GET ${audit}`]: answer },
    });
    await screen.findByRole("table");
    fireEvent.click(screen.getByRole("button", { name: "Export CSV" }));
    await waitFor(() => expect(clicked).toHaveBeenCalled());
    const lines = (await saved[0]?.text())?.split("\r\n") ?? [];
    expect(lines[0]).toBe("Time,Action,Outcome,Person,E-mail,API key,Targets,Address,Request");
    expect(lines[1]).toBe(
      "2026-03-05T12:00:00.000Z,Published an agent,done,Ada Lovelace,ada@example.com,,productId a1,192.0.2.7,req-7",
    );
    expect(lines[2]).toContain(",'=1+1,x@example.com,");
    const asked = api.requests.filter(({ what, query }) => what === `GET ${audit}` && query.has("to"));
    expect(asked.map(({ query }) => [query.get("limit"), query.get("action")])).toEqual([
      ["1000", "Published an agent"],
      ["1000", "Published an agent"],
    ]);
    expect(new Set(asked.map(({ query }) => query.get("to"))).size).toBe(1);
  });

  it("says that nothing happened yet, and shows an error with a way to try again", async () => {
    const { api } = await open({ answers: { [`GET ${audit}`]: failWith("internal") } });
    await screen.findByRole("alert");
    api.answer({ [`GET ${audit}`]: pageOf([]) });
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("No entries yet");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Export CSV" }).disabled).toBe(true);
  });

  it("is closed to an advisor, who sees which roles have it", async () => {
    await open({ roles: ["collaborator"], answers: { [`GET ${audit}`]: failWith("forbidden") } });
    await screen.findByText(/You need Owner or Admin/);
    const tabs = within(screen.getByRole("navigation", { name: "Parts of Settings" }));
    expect(tabs.queryByRole("link", { name: "Audit log" })).toBeNull();
  });
});
