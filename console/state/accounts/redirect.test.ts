import { beforeEach, describe, expect, it } from "vitest";
import { readSafePath } from "../../../shared/domain/safePath.ts";
import { storeRedirectsOf, storeTracking, takeRedirect, withoutToken } from "./redirect.ts";
import { keptForTab } from "../platform/storage.ts";

const origin = "https://pilot.example";

beforeEach(() => sessionStorage.clear());

describe("a redirect address", () => {
  it.each([
    "/choose-company",
    "/accounts/o1/cp/a1/settings?tab=1#model",
    "/accounts/o1/x?next=//evil.example",
    "/%2f%2fevil.example",
    "/a@b",
  ])("%s is followed", (value) => {
    expect(new URL(readSafePath(value, origin) ?? "", origin).origin).toBe(origin);
    expect(readSafePath(value, origin)).toBe(value);
  });

  it.each([
    null,
    "",
    "accounts",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "/%2e//evil.example",
    "/%2e%2e//evil.example",
    "https://evil.example",
    "https:evil.example",
    "https://pilot.example@evil.example/",
    "http:/evil.example",
    "javascript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    " //evil.example",
    "/ /evil.example",
    "\u0000//evil.example",
    "blob:https://pilot.example/x",
    "/auth/login",
    "/auth/login?redirectUrl=/auth/login",
  ])("%j is ignored", (value) => {
    expect(readSafePath(value, origin)).toBeNull();
  });

  it("is remembered on load and given once", () => {
    storeRedirectsOf("?redirectUrl=%2Faccounts%2Fo1&redirectUrlBeforeOrg=%2F%2Fevil.example");
    expect(takeRedirect("redirectUrl")).toBe("/accounts/o1");
    expect(takeRedirect("redirectUrl")).toBeNull();
    expect(takeRedirect("redirectUrlBeforeOrg")).toBeNull();
  });

  it("is checked again when it is taken: another script may have written it", () => {
    keptForTab.write("redirectUrl", "//evil.example");
    expect(takeRedirect("redirectUrl")).toBeNull();
  });
});

describe("tracking", () => {
  it("keeps the parameters of the specification and no others", () => {
    storeTracking(
      "?utm_source=a&utm_medium=b&utm_campaign=c&utm_term=d&utm_content=e&entry_page=f&ref=g&token=h&x=i",
      "",
    );
    expect({ ...sessionStorage }).toEqual({
      utm_source: "a",
      utm_medium: "b",
      utm_campaign: "c",
      utm_term: "d",
      utm_content: "e",
      entry_page: "f",
      ref: "g",
      token: "h",
    });
  });

  it("leaves out a token that is a secret of its page", () => {
    storeTracking(withoutToken("?utm_source=a&token=secret"), "");
    expect({ ...sessionStorage }).toEqual({ utm_source: "a" });
  });

  it("takes the referrer where no ref is set", () => {
    storeTracking("?utm_source=a", "https://news.example/");
    expect(keptForTab.read("ref")).toBe("https://news.example/");
  });
});
