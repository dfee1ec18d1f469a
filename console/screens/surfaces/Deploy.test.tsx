import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { endDeploy, openDeploy, startDeployServer } from "../../../tests/kit/surfaces/deployScreen.tsx";
import type { DeployServer } from "../../../tests/kit/surfaces/deployScreen.tsx";
import { makeAgent, openScreen } from "../../../tests/kit/console/consoleScreen.tsx";
import { makeWidgetSettings, makeWidgetSurface } from "../../../tests/kit/samples.ts";
import { navigation } from "../../state/shell/navigation.ts";
import Deploy from "./Deploy.tsx";

let server: DeployServer;
beforeEach(() => {
  server = startDeployServer();
});
afterEach(() => {
  navigation.leaving = null;
  endDeploy();
});

describe("Deploy", () => {
  it.each([
    ["", "Appearance", "Find a setting"],
    ["install", "Install", "Address of the page"],
    ["identity", "Domains & identity", "Add a domain"],
    ["page", "Hosted page", "Address"],
  ])("shows deploy/%s as %s", async (part, tab, field) => {
    await openDeploy(server, { part });
    expect(await screen.findByLabelText(field)).toBeTruthy();
    expect(screen.getByRole("link", { current: "page" }).textContent).toBe(tab);
  });

  it("goes from tab to tab by its links, and says so in the address", async () => {
    await openDeploy(server);
    fireEvent.click(screen.getByRole("link", { name: "Install" }));
    expect(await screen.findByText("Check my page")).toBeTruthy();
    expect(location.pathname).toMatch(/\/deploy\/install$/);
  });

  it("asks before a tab with unsaved changes is left", async () => {
    await openDeploy(server);
    fireEvent.change(await screen.findByLabelText("Title"), { target: { value: "Mine" } });
    fireEvent.click(screen.getByRole("link", { name: "Install" }));
    expect(navigation.leaving).not.toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Mine");
  });

  it("holds publishing back while something is not saved", async () => {
    server.on("GET agent", { body: { data: makeAgent({ hasUnpublishedChanges: true }) } });
    await openDeploy(server);
    const publish = () => screen.getByRole<HTMLButtonElement>("button", { name: "Publish" });
    await vi.waitFor(() => expect(publish().disabled).toBe(false));
    fireEvent.change(await screen.findByLabelText("Title"), { target: { value: "Mine" } });
    await vi.waitFor(() => expect(publish().disabled).toBe(true));
    fireEvent.click(screen.getByRole("button", { name: "Discard" }));
    await vi.waitFor(() => expect(publish().disabled).toBe(false));
  });

  it("takes a colleague's look over while nothing is typed", async () => {
    await openDeploy(server);
    await screen.findByLabelText("Title");
    server.widget = makeWidgetSurface({ revision: 9, settings: makeWidgetSettings({ title: "Theirs" }) });
    act(() => server.tell({ type: "agent" }));
    await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Theirs"));
  });

  it("tells a role without permission who may read it", async () => {
    server.on("GET surfaces/widget", { status: 403, code: "forbidden" });
    openScreen({ at: "deploy", route: "deploy/:part?", screen: Deploy, roles: ["support"] });
    expect(await screen.findByText(/You need Owner, Admin,? or Advisor/)).toBeTruthy();
  });

  it("says what went wrong and reads again", async () => {
    server.on("GET surfaces/widget", { status: 500, code: "internal", message: "Broken." });
    openScreen({ at: "deploy", route: "deploy/:part?", screen: Deploy });
    expect((await screen.findByRole("alert")).textContent).toContain("Broken.");
    const retry = await screen.findByRole("button", { name: "Retry" });
    server.on("GET surfaces/widget", () => ({ body: { data: server.widget } }));
    fireEvent.click(retry);
    expect(await screen.findByLabelText("Title")).toBeTruthy();
  });
});
