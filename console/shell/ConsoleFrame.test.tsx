import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { openConsole } from "../../tests/kit/console/openConsole.tsx";

const failToFetch = () => {
  throw new Error("Failed to fetch dynamically imported module");
};

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());
afterEach(() => vi.restoreAllMocks());

const loadMenu = () => import("../state/shell/menu.ts");
/** Opens the dashboard where one part can't be fetched. */
async function openWithout(part: string): Promise<void> {
  vi.doMock(part, failToFetch);
  onTestFinished(() => vi.doUnmock(part));
  await openConsole("/accounts/o1/dashboard");
  await screen.findByRole("heading", { level: 1 });
}

it.each([
  ["./palette/CommandPalette.tsx", async () => (await loadMenu()).openOverlay("palette")],
  ["./shortcuts/ShortcutSheet.tsx", async () => (await loadMenu()).openOverlay("shortcuts")],
])("the page stays where %s can't be fetched", async (part, ask) => {
  await openWithout(part);
  await act(ask);
  await screen.findByText(/Part of this page didn’t load/);
  expect(screen.getByRole("heading", { level: 1 })).toBeTruthy();
});

it("an overlay that could not be fetched does not open on the next page", async () => {
  await openWithout("./palette/CommandPalette.tsx");
  const { openOverlay } = await loadMenu();
  act(() => openOverlay("palette"));
  await screen.findByText(/Part of this page didn’t load/);
  const { navigate } = await import("../state/shell/navigation.ts");
  act(() => navigate("/accounts/o1/account/teams"));
  await waitFor(() => expect(screen.queryByText(/Part of this page didn’t load/)).toBeNull());
});
