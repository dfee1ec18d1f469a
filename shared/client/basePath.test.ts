import { afterEach, expect, it, vi } from "vitest";
import { readLocationPath, readServerAddress, toAddress } from "./basePath.ts";

afterEach(() => void vi.unstubAllGlobals());

function open(address: string, basePath?: string): void {
  const { origin, pathname } = new URL(address);
  vi.stubGlobal("location", { origin, pathname });
  vi.stubGlobal("document", { documentElement: { dataset: basePath === undefined ? {} : { basePath } } });
}

it.each([
  ["https://example.com/helm/inbox/a", "/helm", "/inbox/a"],
  ["https://example.com/helm", "/helm", "/"],
  ["https://example.com/helmet", "/helm", "/helmet"],
  ["https://example.com/inbox/a", undefined, "/inbox/a"],
])("%s with the base path %s shows the path %s", (address, basePath, path) => {
  open(address, basePath);
  expect(readLocationPath()).toBe(path);
});

it("writes paths below the base path, and leaves other addresses as they are", () => {
  open("https://example.com/helm/", "/helm");
  expect(readServerAddress()).toBe("https://example.com/helm");
  expect(toAddress("/api/docs")).toBe("/helm/api/docs");
  for (const other of ["https://example.org/", "//example.org/", "#part", "blob:x"])
    expect(toAddress(other)).toBe(other);
});
