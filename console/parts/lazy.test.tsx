import { act, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { browser } from "../state/platform/browser.ts";
import { FloatingPart } from "./FloatingPart.tsx";
import { lazy, lazyFamily } from "./lazy.ts";

const raw = "Failed to fetch dynamically imported module: https://pilothouse.test/assets/Part-1a2b.js";
const arrived = { default: ({ name }: { name: string }): ReactNode => <p>{name} is here</p> };
const load = vi.fn<() => Promise<typeof arrived>>();

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue();
  load.mockReset().mockResolvedValue(arrived);
});
afterEach(() => vi.restoreAllMocks());

const failOnce = () => load.mockRejectedValueOnce(new TypeError(raw));
const tryAgain = () => act(() => screen.getAllByRole("button", { name: "Try Again" })[0]?.click());

it("tells what to do if a part can't be loaded", async () => {
  failOnce();
  const Part = lazy(load);
  render(<FloatingPart resetOn="">{<Part name="Ana" />}</FloatingPart>);
  const notice = await screen.findByRole("alert");
  expect(notice.textContent).toContain("Check your connection");
  expect(notice.textContent).toContain("reload the page");
  expect(notice.textContent).not.toContain("module");
});

it("Try Again fetches it again, and everything else that failed to load", async () => {
  failOnce();
  failOnce();
  const [One, Other] = [lazy(load), lazy(load)];
  render(
    <>
      <FloatingPart resetOn="">{<One name="Ana" />}</FloatingPart>
      <FloatingPart resetOn="">{<Other name="Ben" />}</FloatingPart>
    </>,
  );
  await vi.waitFor(() => expect(screen.getAllByRole("alert")).toHaveLength(2));
  tryAgain();
  await screen.findByText("Ana is here");
  await screen.findByText("Ben is here");
  expect(screen.queryByRole("alert")).toBeNull();
});

it("Try Again reloads the page if fetching again did not help", async () => {
  const reload = vi.spyOn(browser, "reload").mockReturnValue();
  load.mockRejectedValue(new TypeError(raw));
  const Part = lazy(load);
  render(<FloatingPart resetOn="">{<Part name="Ana" />}</FloatingPart>);
  await screen.findByRole("alert");
  tryAgain();
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  await screen.findByRole("alert");
  expect(reload).not.toHaveBeenCalled();
  tryAgain();
  expect(reload).toHaveBeenCalledTimes(1);
});

it("an offline page is never reloaded: it would be lost", async () => {
  const reload = vi.spyOn(browser, "reload").mockReturnValue();
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  load.mockRejectedValue(new TypeError(raw));
  const Part = lazy(load);
  render(<FloatingPart resetOn="">{<Part name="Ana" />}</FloatingPart>);
  for (const times of [2, 3]) {
    await screen.findByRole("alert");
    tryAgain();
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(times));
  }
  await screen.findByRole("alert");
  expect(reload).not.toHaveBeenCalled();
});

it("a part requested again after leaving is fetched again", async () => {
  failOnce();
  const Part = lazy(load);
  const draw = (isAsked: boolean) => isAsked && <Part name="Ana" />;
  const { rerender } = render(<FloatingPart resetOn="asked">{draw(true)}</FloatingPart>);
  await screen.findByRole("alert");
  rerender(<FloatingPart resetOn="">{draw(false)}</FloatingPart>);
  await act(async () => rerender(<FloatingPart resetOn="asked">{draw(true)}</FloatingPart>));
  await screen.findByText("Ana is here");
});

it("the components of a family arrive together, with the first that is drawn", async () => {
  const loadFamily = vi.fn(async () => ({ One: arrived.default, Other: () => <p>The other is here</p> }));
  const { One, Other } = lazyFamily(loadFamily);
  expect(loadFamily).not.toHaveBeenCalled();
  render(<FloatingPart resetOn="">{<One name="Ana" />}</FloatingPart>);
  await screen.findByText("Ana is here");
  render(<FloatingPart resetOn="">{<Other />}</FloatingPart>);
  screen.getByText("The other is here");
  expect(loadFamily).toHaveBeenCalledOnce();
});

it("a family that did not arrive is fetched again for all of its components", async () => {
  const family = { One: arrived.default, Other: () => <p>The other is here</p> };
  const loadFamily = vi.fn(async () => family).mockRejectedValueOnce(new TypeError(raw));
  const { One, Other } = lazyFamily(loadFamily);
  render(<FloatingPart resetOn="">{<One name="Ana" />}</FloatingPart>);
  await screen.findByRole("alert");
  tryAgain();
  await screen.findByText("Ana is here");
  render(<FloatingPart resetOn="">{<Other />}</FloatingPart>);
  screen.getByText("The other is here");
});

it("what is typed in a component stays when the rest of its family is drawn", async () => {
  const family = { Field: () => <input aria-label="Name" />, Other: () => <p>The other is here</p> };
  const { Field, Other } = lazyFamily(async () => family);
  const draw = (isAsked: boolean) => (
    <FloatingPart resetOn="">
      <Field />
      {isAsked && <Other />}
    </FloatingPart>
  );
  const { rerender } = render(draw(false));
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Name" });
  field.value = "Ana";
  rerender(draw(true));
  screen.getByText("The other is here");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Name" }).value).toBe("Ana");
});
