import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DoctorReport } from "../../../shared/domain/doctor.ts";
import { endDeploy, openDeploy, startDeployServer } from "../../../tests/kit/surfaces/deployScreen.tsx";
import type { DeployServer } from "../../../tests/kit/surfaces/deployScreen.tsx";
import { makeWidgetSurface } from "../../../tests/kit/samples.ts";

const report: DoctorReport = {
  url: "https://shop.example/",
  checks: [
    { name: "tag", state: "ok", message: "The script tag is there.", lines: [] },
    { name: "origin", state: "error", message: "This site is not listed.", lines: ["shop.example"] },
    { name: "policy", state: "error", message: "The policy keeps it out.", lines: ["frame-src https://h"] },
  ],
};

let server: DeployServer;
beforeEach(() => {
  server = startDeployServer();
});
afterEach(endDeploy);

async function open() {
  await openDeploy(server, { part: "install" });
  await screen.findByText("Check my page");
}

describe("the snippet", () => {
  it("is a script tag, with a button to copy it", async () => {
    await open();
    const snippet = within(screen.getByRole("region", { name: "Snippet" }));
    expect(snippet.getAllByText(/<script async src="[^"]*\/widget\.js\?token=token-1"/)[0]).toBeTruthy();
    expect(snippet.getByRole("button", { name: "Copy script tag" })).toBeTruthy();
  });

  it.each([
    ["Tag with queue", /Pilothouse\.q=/],
    ["Element", /<pilothouse-chat token="token-1"/],
    ["ES module", /import \{ createWidget \}/],
    ["iframe", /<iframe src="[^"]*\/embed\/token-1" width="700" height="360"/],
    ["Page element", /data-agent-open/],
  ])("is there as %s under other ways", async (label, code) => {
    await open();
    fireEvent.click(screen.getByLabelText(label));
    expect(screen.getAllByText(code).length).toBeGreaterThan(0);
  });

  it("is a link where the hosted page is on, and else leads to its switch", async () => {
    await open();
    fireEvent.click(screen.getByLabelText("Link"));
    expect(await screen.findByRole("link", { name: "Switch it on" })).toBeTruthy();
    server.page = { ...server.page, enabled: true, revision: 1 };
    fireEvent.click(screen.getByLabelText("Element"));
    fireEvent.click(screen.getByLabelText("Link"));
    expect(await screen.findByText(/\/p\/harbour-help"/)).toBeTruthy();
  });

  it.each(["React", "Next.js", "Vue", "Svelte", "WordPress", "Shopify", "Tag Manager"])(
    "has a recipe for %s with the token",
    async (label) => {
      await open();
      fireEvent.click(screen.getByLabelText(label));
      const recipes = screen.getByRole("region", { name: "Recipes" });
      expect(recipes.querySelector("pre")?.textContent).toContain("token-1");
    },
  );
});

describe("whether it works", () => {
  it("turns green with the origin the moment a page loads the widget", async () => {
    await open();
    expect(screen.getByText("Waiting for the first load.")).toBeTruthy();
    server.widget = makeWidgetSurface({ lastSeen: { at: Date.now(), origin: "https://shop.example" } });
    act(() => server.tell({ type: "agent" }));
    expect(await screen.findByText("https://shop.example")).toBeTruthy();
    expect(screen.queryByText("Waiting for the first load.")).toBeNull();
  });

  it("switches the chat off on top of what a colleague has just saved", async () => {
    await open();
    server.widget = makeWidgetSurface({ revision: 9, allowedDomains: ["shop.example"] });
    fireEvent.click(screen.getByRole("switch", { name: "Chat widget is on" }));
    await vi.waitFor(() =>
      expect(server.widget).toMatchObject({ enabled: false, allowedDomains: ["shop.example"] }),
    );
  });
});

describe("the check of a page", () => {
  const check = (address: string) => {
    fireEvent.change(screen.getByLabelText("Address of the page"), { target: { value: address } });
    fireEvent.click(screen.getByRole("button", { name: "Check" }));
  };

  it("tells the worst first, with the lines to paste", async () => {
    server.on("POST surfaces/widget/check-page", { body: { data: report } });
    await open();
    check("shop.example");
    expect(await screen.findByText("2 problems found.")).toBeTruthy();
    expect(server.sent("POST surfaces/widget/check-page")).toEqual([
      { data: { url: "https://shop.example/" } },
    ]);
    const rows = within(screen.getByRole("region", { name: "Check my page" })).getAllByRole("listitem");
    expect(rows.map((row) => row.dataset["state"])).toEqual(["error", "error", "ok"]);
    expect(screen.getByText("frame-src https://h")).toBeTruthy();
  });

  it("allows the site in one click and looks again", async () => {
    server.on("POST surfaces/widget/check-page", { body: { data: report } });
    await open();
    check("https://shop.example");
    fireEvent.click(await screen.findByRole("button", { name: "Allow shop.example" }));
    await vi.waitFor(() => expect(server.widget.allowedDomains).toEqual(["shop.example"]));
    await vi.waitFor(() => expect(server.sent("POST surfaces/widget/check-page")).toHaveLength(2));
  });

  it("asks for an address before it sends anything", async () => {
    await open();
    check("not an address");
    expect(await screen.findByText(/Write the address of a page/)).toBeTruthy();
    expect(server.sent("POST surfaces/widget/check-page")).toEqual([]);
  });

  it.each([
    [{ status: 422, code: "source_refused", message: "This address is private." }, /This address is private/],
    [{ status: 403, code: "forbidden" }, /You need Owner, Admin,? or Advisor/],
  ])("says why a page could not be checked: %j", async (refusal, words) => {
    server.on("POST surfaces/widget/check-page", refusal);
    await open();
    check("https://shop.example");
    expect(await screen.findByText(words)).toBeTruthy();
  });
});

describe("deleting the chat widget", () => {
  const ask = () => fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  const confirm = () => fireEvent.click(screen.getByRole("button", { name: "Delete the chat widget" }));

  it("asks first, and then shows another snippet that is off", async () => {
    await open();
    ask();
    const dialog = await screen.findByRole("dialog", { name: "Delete the chat widget?" });
    expect(dialog.textContent).toContain("Sites with its snippet show nothing");
    expect(screen.getByRole("switch", { name: "Chat widget is on" }).getAttribute("aria-checked")).toBe(
      "true",
    );
    confirm();
    await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getAllByText(/token=token-2/).length).toBeGreaterThan(0);
    expect(screen.getByRole("switch", { name: "Chat widget is on" }).getAttribute("aria-checked")).toBe(
      "false",
    );
  });

  it("stays open and says why where it fails", async () => {
    server.on("DELETE surfaces/widget", { status: 500, code: "internal", message: "Broken." });
    await open();
    ask();
    await screen.findByRole("dialog");
    confirm();
    expect((await within(screen.getByRole("dialog")).findByRole("alert")).textContent).toContain("Broken.");
    expect(screen.getAllByText(/token=token-1/).length).toBeGreaterThan(0);
  });

  it("isn't offered to members who may not change it", async () => {
    await openDeploy(server, { part: "install", roles: ["support"] });
    await screen.findByText("Check my page");
    expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
  });
});
