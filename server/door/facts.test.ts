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
  return readFacts(request, { address }, { trustedProxies: proxies, countryHeader, publicOrigin, stopping });
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

describe("whether a request comes from the machine's own browser", () => {
  it.each([
    [{ host: "localhost:3000" }, "127.0.0.1", true],
    [{ host: "localhost" }, "::1", true],
    [{ host: "localhost:3000" }, "::ffff:127.0.0.1", true],
    [{ host: "localhost:3000" }, "192.168.1.5", false],
    [{ host: "evil.example:3000" }, "127.0.0.1", false],
    [{ host: "localhost.evil.example" }, "127.0.0.1", false],
    [{ host: "127.0.0.1:3000" }, "127.0.0.1", false],
    [{ host: "localhost:3000", "x-forwarded-for": "127.0.0.1" }, "127.0.0.1", false],
    [{ host: "localhost:3000", forwarded: "for=127.0.0.1" }, "127.0.0.1", false],
    [{ host: "localhost:3000", "cf-connecting-ip": "127.0.0.1" }, "127.0.0.1", false],
    [{ host: "localhost:3000", via: "1.1 proxy" }, "127.0.0.1", false],
  ])("%j from %s: %s", (headers, address, expected) => {
    expect(read(headers, { address }).isLocal).toBe(expected);
  });
});

describe("the origin by which people reach the server", () => {
  const forwarded = {
    host: "inside:3000",
    "x-forwarded-host": "agents.example.com",
    "x-forwarded-proto": "https",
  };
  it.each([
    [{ host: "localhost:3000" }, {}, "http://localhost:3000"],
    [forwarded, {}, "http://inside:3000"],
    [forwarded, { proxies: 1 }, "https://agents.example.com"],
    [forwarded, { proxies: ["127.0.0.0/8"] }, "https://agents.example.com"],
    [forwarded, { proxies: ["127.0.0.0/8"], address: "9.9.9.9" }, "http://inside:3000"],
    [
      { host: "agents.example.com" },
      { publicOrigin: "https://agents.example.com" },
      "https://agents.example.com",
    ],
    [{ host: "localhost:3000" }, { publicOrigin: "https://agents.example.com" }, "http://localhost:3000"],
  ])("%j with %j is %s", (headers, options, expected) => {
    expect(read(headers, options).origin).toBe(expected);
  });
});
