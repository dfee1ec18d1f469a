import { expect, it } from "vitest";
import { offlinePage } from "./offlinePage.ts";

it("the page of an offline device asks for the same address again, and runs and keeps nothing", async () => {
  const page = offlinePage("abc");
  expect(page.status).toBe(503);
  expect(page.headers.get("cache-control")).toBe("no-store");
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("style-src 'nonce-abc'");
  const html = await page.text();
  expect(html).toContain(`<style nonce="abc">`);
  expect(html).toContain(`<a href="">Try again</a>`);
  expect(html).not.toMatch(/<script|\son\w+=/);
});
