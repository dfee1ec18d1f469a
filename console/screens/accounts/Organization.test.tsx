import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Role } from "../../../shared/domain/access.ts";
import { failWith } from "../../../tests/kit/console/fakeApi.ts";
import type { Replies } from "../../../tests/kit/console/fakeApi.ts";
import { makeOrganization, openConsole, signedIn } from "../../../tests/kit/console/openConsole.tsx";

const detail = "GET /api/organisation/organization/detail";
const update = "PATCH /api/organisation/organization/o1/details";
const place = { country: "US", state: "CA", timeZone: "America/Los_Angeles" };

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

async function open(roles: Role[] = ["owner"], replies: Replies = {}) {
  const organization = makeOrganization({ roles, ...place });
  const opened = await openConsole("/accounts/o1/account/organization", {
    ...signedIn(roles),
    [detail]: { data: organization },
    ...replies,
  });
  await screen.findByRole("heading", { level: 1, name: "Settings" });
  return opened;
}

describe("Your Organization", () => {
  it("shows name, place, time zone, what it is called by, and its accounts", async () => {
    await open();
    expect(await screen.findByLabelText("Name")).toHaveProperty("value", "Harbour Bikes");
    await screen.findByText("California");
    expect(screen.getByLabelText("Country")).toHaveProperty("value", "US");
    expect(screen.getByLabelText("State")).toHaveProperty("value", "CA");
    expect(screen.getByLabelText("Time zone")).toHaveProperty("value", "America/Los_Angeles");
    screen.getByText("o1");
    screen.getByText("harbour-bikes");
    screen.getByRole("button", { name: "Copy ID" });
    screen.getByRole("button", { name: "Copy slug" });
    const accounts = screen.getByRole("region", { name: "Accounts" });
    expect(within(accounts).getAllByText("Default")).toHaveLength(2);
  });

  it("saves what was changed and nothing else, and shows the new name everywhere", async () => {
    const { api } = await open();
    api.answer({ [update]: { data: makeOrganization({ ...place, name: "Harbour & Sons" }) } });
    fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Harbour & Sons" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Saved");
    expect(api.last(update)?.body).toEqual({ data: { name: "Harbour & Sons" } });
    await screen.findByRole("link", { name: "Harbour & Sons" });
    expect(document.querySelector<HTMLElement>("[aria-label='Unsaved changes']")?.hidden).toBe(true);
  });

  it("requires two-factor sign-in of everybody", async () => {
    const { api } = await open();
    api.answer({ [update]: { data: makeOrganization({ ...place, requiresSecondFactor: true }) } });
    fireEvent.click(await screen.findByRole("switch", { name: "Require two-factor sign-in" }));
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Saved");
    expect(api.last(update)?.body).toEqual({ data: { requiresSecondFactor: true } });
  });

  it("sends a country with its state", async () => {
    const { api } = await open();
    api.answer({ [update]: { data: makeOrganization({ ...place, country: "PT", state: null }) } });
    const country = await screen.findByLabelText("Country");
    fireEvent.change(country, { target: { value: "PT" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Saved");
    expect(api.last(update)?.body).toEqual({ data: { country: "PT", state: null } });
  });

  it("keeps what was typed and says at the field what is wrong", async () => {
    const fields = [{ path: "body.data.name", message: "Field is required" }];
    await open(["admin"], { [update]: failWith("invalid_input", { fields }) });
    fireEvent.change(await screen.findByLabelText("Name"), { target: { value: " " } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Field is required");
    expect(screen.getByLabelText("Name")).toHaveProperty("value", " ");
  });

  it("is only to be read by an advisor", async () => {
    await open(["collaborator"]);
    await screen.findByText("Owners and admins can change this.");
    await screen.findByText("California, United States");
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.queryByRole("combobox")).toBeNull();
  });

  it("is tried again where it can't be read", async () => {
    const { api } = await open(["owner"], { [detail]: failWith("internal") });
    fireEvent.click(await screen.findByRole("button", { name: "Retry" }));
    api.answer({ [detail]: { data: makeOrganization(place) } });
    fireEvent.click(await screen.findByRole("button", { name: "Retry" }));
    await screen.findByLabelText("Name");
  });
});
