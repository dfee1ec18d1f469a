import { join } from "node:path";
import { expect, it } from "vitest";
import * as clientCalls from "../../client/calls.ts";
import type { AnyCall } from "../../shared/contract/call.ts";
import { listSources, root } from "./files.ts";

it("offers every call of the contract that an API key may make", async () => {
  const contract: [name: string, call: AnyCall][] = [];
  for (const path of listSources().filter((one) => /^shared\/contract\/.*(?<!\.test)\.ts$/.test(one)))
    contract.push(...Object.entries(await import(join(root, path))).filter(isCall));
  const byKey = contract.filter(([, { who, forKeys }]) => typeof who === "object" && forKeys !== "never");
  // A name that is missing here belongs into client/calls.ts.
  expect(Object.keys(clientCalls).toSorted()).toEqual(byKey.map(([name]) => name).toSorted());
  expect(new Set<AnyCall>(Object.values(clientCalls))).toEqual(new Set(byKey.map(([, call]) => call)));
});

function isCall(entry: [string, unknown]): entry is [string, AnyCall] {
  const [, value] = entry;
  return typeof value === "object" && value !== null && "family" in value && "method" in value;
}
