import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Trial } from "../shared/contract/trial/trial.ts";
import { failWith } from "../tests/kit/console/fakeApi.ts";
import { makeAgent, openConsole, signedIn, signedOut } from "../tests/kit/console/openConsole.tsx";

const id = "0b8f2c1e-6a63-4f0b-9a35-3f5d2c1e6a63";
const cache = "GET /api/public/v1/anonymouscopilotdetailscache";
const claimPath = `/accounts/o1/generatecopilotFromFreeSession/${id}`;
const claim = `POST /api/console/v1/org/o1/generatecopilotFromFreeSession/${id}`;
const offer = { [cache]: { data: { isOn: true, types: ["website", "description"], hours: 24 } } };

function makeTrial(part: Partial<Trial> = {}): Trial {
  return {
    ...{ anonymousId: id, state: "ready", problem: null, name: "Spoke", primary: "#123456", pages: 7 },
    ...{
      titles: ["Tires"],
      suggestions: ["Do you fix brakes?"],
      answers: [],
      chatPath: "/p/try-1",
      expiresAt: Date.now(),
    },
    ...part,
  };
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  vi.spyOn(crypto, "randomUUID").mockReturnValue(id);
});
afterEach(() => vi.restoreAllMocks());

it("an agent is tried without an account, and kept by signing in", async () => {
  const begin = `POST /api/public/v1/anonymouscopilotdetails/${id}`;
  const { api } = await openConsole("/try-for-free/website", {
    ...{ ...signedOut, ...offer },
    [begin]: { data: makeTrial() },
  });
  fireEvent.change(await screen.findByLabelText("Web address"), { target: { value: "spoke.example" } });
  fireEvent.click(screen.getByText("Create agent"));
  await screen.findByText("Spoke is ready");
  const { data } = api.last(begin)?.body as { data: { secret: string } };
  expect(data).toMatchObject({ type: "website", url: "spoke.example" });
  expect(data.secret).toMatch(/^[\w-]{43}$/);
  screen.getByText("Do you fix brakes?");
  screen.getByText("Tires");
  expect(screen.getByText("Open chat").getAttribute("href")).toBe("/p/try-1");
  fireEvent.click(screen.getByText("Keep this agent"));

  const { api: later, sentTo } = await openConsole(claimPath, {
    ...signedIn(),
    [claim]: { data: makeAgent({ id: "a9" }) },
  });
  await waitFor(() => expect(sentTo).toEqual(["/accounts/o1/cp/a9"]));
  expect(later.last(claim)?.body).toEqual({ data: { secret: data.secret } });
  expect(localStorage.getItem("trial")).toBeNull();
});

it("a ready agent is asked questions of its site, and shows what it answered with its sources", async () => {
  localStorage.setItem("trial", JSON.stringify({ id, secret: "s".repeat(43) }));
  let answers: Trial["answers"] = null;
  await openConsole("/try-for-free/website", {
    ...{ ...signedOut, ...offer },
    [`${cache}/${id}`]: () => ({ data: makeTrial({ answers }) }),
  });
  await screen.findByText("Asking it questions from your pages…");
  const source = { title: "Repairs", url: "https://spoke.example/repairs" };
  answers = [{ question: "Do you fix brakes?", answer: "Yes, while you wait.", source }];
  await screen.findByText("Yes, while you wait.");
  expect(screen.getByRole("link", { name: "Repairs" }).getAttribute("href")).toBe(source.url);
  expect(screen.queryByText("Try asking")).toBeNull();
});

it("an answer that is lost loses no trial: sent again it is the same one", async () => {
  const begin = `POST /api/public/v1/anonymouscopilotdetails/${id}`;
  let isLost = true;
  const { api } = await openConsole("/try-for-free/description", {
    ...{ ...signedOut, ...offer },
    [begin]: () => (isLost ? failWith("unavailable")() : { data: makeTrial() }),
  });
  fireEvent.change(await screen.findByLabelText(/What should it know/), {
    target: { value: "We sell tea." },
  });
  fireEvent.click(screen.getByText("Create agent"));
  await waitFor(() => expect(api.last(begin)).toBeDefined());
  const { secret } = JSON.parse(localStorage.getItem("trial") ?? "{}") as { secret: string };
  expect((api.last(begin)?.body as { data: { secret: string } }).data.secret).toBe(secret);
  await screen.findByRole("alert");
  isLost = false;
  vi.spyOn(crypto, "randomUUID").mockReturnValue("11111111-6a63-4f0b-9a35-3f5d2c1e6a63");
  fireEvent.click(screen.getByText("Create agent"));
  await screen.findByText("Spoke is ready");
  expect((api.last(begin)?.body as { data: { secret: string } }).data.secret).toBe(secret);
});

it.each([
  ["plan_limit", "See plans"],
  ["not_found", "This trial has ended"],
] as const)("a claim that is refused with %s says what to do", async (code, words) => {
  localStorage.setItem("trial", JSON.stringify({ id, secret: "s".repeat(43) }));
  await openConsole(claimPath, { ...signedIn(), [claim]: failWith(code) });
  await screen.findByText(words);
});

it("a failed trial says why, and starts over", async () => {
  localStorage.setItem("trial", JSON.stringify({ id, secret: "s".repeat(43) }));
  const problem = "The website took too long to answer.";
  const failed = makeTrial({ state: "failed", problem });
  await openConsole("/try-for-free", { ...signedOut, ...offer, [`${cache}/${id}`]: { data: failed } });
  await screen.findByText(problem);
  fireEvent.click(screen.getByText("Try again"));
  await screen.findByText("Create agent");
});

it("trials that are off say so", async () => {
  const data = { isOn: false, types: [], hours: 24 };
  await openConsole("/try-for-free", { ...signedOut, [cache]: { data } });
  await screen.findByText(/turned off/);
});
