import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { configurePage } from "../../tests/kit/surfaces/configure.ts";
import { openConsole, signedIn } from "../../tests/kit/console/openConsole.tsx";

vi.mock("./afterFirstParts.ts", () => {
  throw new Error("Failed to fetch dynamically imported module");
});

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => vi.restoreAllMocks());

it.each([
  ["an owner", "owner", "cp/a1/overview", "Overview"],
  ["a support agent, whose toggle is missing,", "support", "cp/a1/inbox/conversations", "Inbox"],
] as const)("%s keeps the page and is told once that the rest of its frame is missing", async (...row) => {
  const [, role, page, heading] = row;
  vi.spyOn(console, "error").mockReturnValue();
  configurePage({ meetingUrl: "https://meet.example.com/demo" });
  await openConsole(`/accounts/o1/${page}`, signedIn([role]));
  await screen.findByRole("heading", { level: 1, name: heading });
  const listNotices = () =>
    screen.queryAllByText(/^Part of this page didn’t load/).filter((one) => !one.closest("[popover]"));
  await waitFor(() => expect(listNotices()).toHaveLength(1));
  const notice = listNotices()[0]?.closest<HTMLElement>("[role=alert]") ?? document.head;
  within(notice).getByRole("button", { name: "Try Again" });
  expect(screen.getByRole("main").contains(notice)).toBe(false);
  // What the profile menu has is missed by those who open it.
  expect(document.querySelector("[popover] [role=alert]")).not.toBeNull();
  const menu = screen.getByRole("complementary", { name: "Agents and menu" });
  expect(within(menu).getAllByRole("link").length).toBeGreaterThan(1);
});
