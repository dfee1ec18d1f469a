import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { openConsole } from "../../tests/kit/console/openConsole.tsx";

const { failToFetch } = vi.hoisted(() => ({
  failToFetch: () => {
    throw new Error("Failed to fetch dynamically imported module");
  },
}));
vi.mock("../shell/overlayParts.ts", failToFetch);

afterEach(() => vi.restoreAllMocks());

/** Opens the dashboard; what React says of an error that is caught is no news here. */
async function open(): Promise<void> {
  vi.spyOn(console, "error").mockReturnValue();
  await openConsole("/accounts/o1/dashboard");
  await screen.findByRole("heading", { level: 1 });
}

async function expectNoticeBesidePage(): Promise<void> {
  const notice = (await screen.findByText("Something went wrong.")).closest<HTMLElement>("[role=alert]");
  expect(within(notice ?? document.head).getByRole("button", { name: "Try Again" })).toBeTruthy();
  expect(screen.getByRole("main").contains(notice)).toBe(false);
  expect(screen.getByRole("heading", { level: 1 })).toBeTruthy();
}

const isGone = () => waitFor(() => expect(screen.queryByText("Something went wrong.")).toBeNull());

it("the page stays where the bar to undo can't be fetched, and the notice goes with what it offered", async () => {
  await open();
  const { offerUndo, endUndo } = await import("../state/shell/undo.ts");
  act(() => offerUndo({ text: "Deleted", undo: async () => true }));
  await expectNoticeBesidePage();
  act(endUndo);
  await isGone();
});

it("the page stays where the upgrade dialog can't be fetched, and the notice goes with the page", async () => {
  await open();
  const { openUpgrade, upgrade } = await import("../state/billing/upgrade.ts");
  act(() => openUpgrade("copilot_app_create"));
  await expectNoticeBesidePage();
  const { navigate } = await import("../state/shell/navigation.ts");
  act(() => navigate("/accounts/o1/account/teams"));
  await isGone();
  expect(upgrade.metric).toBeNull();
});
