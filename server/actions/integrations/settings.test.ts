import { describe, expect, it } from "vitest";
import { parseIntegrations } from "./settings.ts";

describe("the clients that the operator sets", () => {
  it("go to no address that a team typed", () => {
    const client = { clientId: "c", clientSecret: "s" };
    expect(() => parseIntegrations(JSON.stringify({ custom: client }))).toThrow(
      /needs a tokenUrl for custom/,
    );
    const tokenUrl = "https://login.example.com/token";
    const withAddress = { custom: { ...client, tokenUrl } };
    expect(parseIntegrations(JSON.stringify(withAddress))).toEqual(withAddress);
  });
});
