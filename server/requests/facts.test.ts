import { describe, expect, it } from "vitest";
import { readFacts } from "./facts.ts";

const stopping = new AbortController().signal;

function read(
  headers: Record<string, string>,
  options: {
    address?: string;
    proxies?: number | string[];
    publicOrigin?: string;
    countryHeader?: string;
  } = {},
) {
  const { address = "127.0.0.1", proxies = 0, publicOrigin = null, countryHeader = null } = options;
  const request = new Request("http://localhost:3000/", { headers });
  const origins = { look: async () => publicOrigin, find: () => Promise.reject(new Error("not asked")) };
  const around = { trustedProxies: proxies, countryHeader, publicOrigin, origins, stopping };
  return readFacts(request, { address }, around);
}

describe("the country from which somebody comes", () => {
  const behind = { proxies: 1, countryHeader: "cf-ipcountry" };

  it.each([
    ["de", "DE"],
    ["FR, CH", "CH"],
    ["T1", null],
    ["XX", null],
    ["Germany", null],
    ["<b", null],
    ["", null],
  ])("is what a trusted proxy tells: %s", (said, country) => {
    expect(read({ "cf-ipcountry": said }, behind).country).toBe(country);
  });

  it("is not what anybody else tells, nor what stands in another header", () => {
    expect(read({ "cf-ipcountry": "DE" }, { ...behind, proxies: 0 }).country).toBeNull();
    expect(read({ "cf-ipcountry": "DE" }, { ...behind, proxies: ["10.0.0.0/8"] }).country).toBeNull();
    expect(read({ "x-country": "DE" }, behind).country).toBeNull();
    expect(read({ "cf-ipcountry": "DE" }, { proxies: 1 }).country).toBeNull();
  });
});

describe("the origin that a request says it reached", () => {
  const forwarded = {
    host: "inside:3000",
    "x-forwarded-host": "agents.example.com",
    "x-forwarded-proto": "https",
  };
  const twice = {
    host: "inside:3000",
    "x-forwarded-host": "agents.example.com, inner.local",
    "x-forwarded-proto": "https, http",
    "x-forwarded-for": "203.0.113.7, 10.0.0.2",
  };
  it.each([
    [{ host: "localhost:3000" }, {}, "http://localhost:3000"],
    [forwarded, {}, "http://inside:3000"],
    // Each proxy adds to the lists: the outermost trusted one's entry counts, not what a client sent before it.
    [twice, { proxies: 2 }, "https://agents.example.com"],
    [twice, { proxies: ["127.0.0.0/8", "10.0.0.0/8"] }, "https://agents.example.com"],
    [twice, { proxies: 1 }, "http://inner.local"],
    [
      { ...twice, "x-forwarded-host": `evil.example, ${twice["x-forwarded-host"]}` },
      { proxies: 2 },
      "https://agents.example.com",
    ],
    [
      { ...forwarded, "x-forwarded-for": twice["x-forwarded-for"] },
      { proxies: 2 },
      "https://agents.example.com",
    ],
    [forwarded, { proxies: 1 }, "https://agents.example.com"],
    [forwarded, { proxies: ["127.0.0.0/8"] }, "https://agents.example.com"],
    [forwarded, { proxies: ["127.0.0.0/8"], address: "9.9.9.9" }, "http://inside:3000"],
    [
      { host: "agents.example.com" },
      { publicOrigin: "https://agents.example.com" },
      "https://agents.example.com",
    ],
    [{ host: "localhost:3000" }, { publicOrigin: "https://agents.example.com" }, "http://localhost:3000"],
    // What is no host is as if it were not there.
    ...["a b", "a/b", "<b>", "a@b", "[::1", "a:999999", "a?b", "%", "evil.example#"].map(
      (host): [Record<string, string>, Parameters<typeof read>[1], string] => [
        { host: "inside:3000", "x-forwarded-host": host },
        { proxies: 1 },
        "http://inside:3000",
      ],
    ),
    [{ host: "a b" }, {}, "http://localhost:3000"],
    [{ host: "inside", "x-forwarded-proto": "javascript" }, { proxies: 1 }, "http://inside"],
  ])("%j with %j is %s", (headers, options, expected) => {
    expect(read(headers, options).reachedOrigin).toBe(expected);
  });
});
