import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Role } from "../../shared/domain/access.ts";
import { openConsole, signedIn } from "../../tests/kit/console/openConsole.tsx";

const { failToFetch } = vi.hoisted(() => ({
  failToFetch: () => {
    throw new Error("Failed to fetch dynamically imported module");
  },
}));
vi.mock("./overlayParts.ts", failToFetch);

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => {
  setWidth(1024);
  vi.restoreAllMocks();
});

/** The window of happy-dom can be made narrow; its type is not that of the page. */
function setWidth(width: number): void {
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width });
}

/** Opens a page of the agent that this role may see; what React says of an error that is caught is no news here. */
async function open(roles: Role[] = ["owner"]): Promise<void> {
  vi.spyOn(console, "error").mockReturnValue();
  const page = roles.includes("owner") ? "cp/a1/overview" : "cp/a1/inbox/conversations";
  await openConsole(`/accounts/o1/${page}`, signedIn(roles));
  await screen.findByRole("heading", { level: 1, name: heading });
}

const heading = /^(Overview|Inbox)$/;
const notices = () => screen.queryAllByText("Something went wrong.");

/** The page is there, and what did not arrive is told beside it. */
async function expectNotice(): Promise<HTMLElement> {
  await waitFor(() => expect(notices()).toHaveLength(1));
  const notice = notices()[0]?.closest<HTMLElement>("[role=alert]") ?? document.head;
  expect(within(notice).getByRole("button", { name: "Try Again", hidden: true })).toBeTruthy();
  screen.getByRole("heading", { level: 1, name: heading });
  expect(screen.getByRole("main").contains(notice)).toBe(false);
  return notice;
}

async function expectNoticeToGo(): Promise<void> {
  const { navigate } = await import("../state/shell/navigation.ts");
  act(() => navigate("/accounts/o1/account/teams"));
  await waitFor(() => expect(notices()).toEqual([]));
}

it("the page stays if the bell's stored notices can't be loaded, and the notice is in the bell", async () => {
  setWidth(500);
  await open();
  const panel = screen.getByRole("button", { name: "Notifications" }).nextElementSibling;
  const toggle = (newState: string) =>
    act(() => panel?.dispatchEvent(Object.assign(new Event("toggle"), { newState })));
  toggle("open");
  expect(panel?.contains(await expectNotice())).toBe(true);
  toggle("closed");
  await waitFor(() => expect(notices()).toEqual([]));
});

it("the page stays where the side panel of a phone can't be fetched, and the notice goes with the page", async () => {
  setWidth(500);
  await open();
  fireEvent.click(screen.getByRole("button", { name: "Open menu" }));
  await expectNotice();
  await expectNoticeToGo();
});

it("the page stays where the profile sheet of a phone can't be fetched, and the notice goes with the page", async () => {
  setWidth(500);
  await open();
  fireEvent.click(screen.getByRole("button", { name: /Profile menu$/ }));
  await expectNotice();
  await expectNoticeToGo();
});
