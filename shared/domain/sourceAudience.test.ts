import { expect, it } from "vitest";
import { listAudiences } from "./sourceAudience.ts";

it.each([
  ["somebody of whom nothing is known", { isVerified: false }, ["everyone"]],
  ["who left an address", { isVerified: false, isIdentified: true }, ["everyone", "identified"]],
  ["whom the site signed", { isVerified: true }, ["everyone", "identified", "verified"]],
  ["the team", { isVerified: false, isTeam: true }, ["everyone", "identified", "verified", "team"]],
])("%s is of the right audiences", (_, person, audiences) => {
  expect(listAudiences(person)).toEqual(audiences);
});
