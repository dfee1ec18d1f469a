import { expect, it } from "vitest";
import { readEnvironment } from "./environment.ts";

// Specification 9: "Environment derived from domain: production, uat, sit".
it.each([
  ["agents.example.com", "production"],
  ["uat.example.com", "uat"],
  ["agents-uat.example.com", "uat"],
  ["UAT.example.com", "uat"],
  ["sit-agents.example.com", "sit"],
  ["sit.agents.example.com", "sit"],
  ["website.example.com", "production"],
  ["babysitter.example.com", "production"],
  ["localhost", "production"],
])("the environment of %s is %s", (hostname, environment) => {
  expect(readEnvironment(hostname)).toBe(environment);
});
