import { afterEach, expect, it, vi } from "vitest";
import { startFakeApi } from "./fakeApi.ts";

afterEach(() => vi.unstubAllGlobals());

it("a page that another one replaced gets no answer any more", async () => {
  vi.stubGlobal("location", { href: "http://localhost/" });
  const answering = Promise.withResolvers<object>();
  startFakeApi({ "GET /slow": () => answering.promise });
  const answered = vi.fn<() => void>();
  void fetch("/slow").then(answered);
  startFakeApi({ "GET /quick": () => answering.promise });
  const next = fetch("/quick");
  answering.resolve({});
  await next;
  expect(answered).not.toHaveBeenCalled();
});
