import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { makeAgent, openConsole, signedIn } from "../../../tests/kit/console/openConsole.tsx";

const content = "GET /api/content/api/learning-platforms/content";
const items = ["one", "two", "three", "four", "five"].map((id) => ({
  id,
  title: `Learn ${id}`,
  text: "In a minute.",
  url: `/guide#${id}`,
}));

it("the dashboard links to the first guides and to all guides, in new tabs", async () => {
  await openConsole("/accounts/o1/dashboard", { ...signedIn(), [content]: { items } });
  const row = await screen.findByRole("region", { name: "Learn" });
  const links = within(row).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/guide",
    "/guide#one",
    "/guide#two",
    "/guide#three",
    "/guide#four",
  ]);
  expect(links.every((link) => link.getAttribute("target") === "_blank")).toBe(true);
});

it("hides Learn on the dashboard once an agent is published again", async () => {
  const published = makeAgent({ publishedVersion: 2 });
  await openConsole("/accounts/o1/dashboard", { ...signedIn(["owner"], [published]), [content]: { items } });
  await screen.findByRole("link", { name: /Harbour Help/ });
  expect(screen.queryByRole("region", { name: "Learn" })).toBeNull();
});

it("the dashboard says nothing of what it could not read there", async () => {
  const { api } = await openConsole("/accounts/o1/dashboard");
  await screen.findByRole("heading", { level: 1, name: "Dashboard" });
  await expect.poll(() => api.last(content)).toBeDefined();
  expect(screen.queryByRole("region", { name: "Learn" })).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});
