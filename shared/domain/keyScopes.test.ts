import { describe, expect, it } from "vitest";
import { access } from "./access.ts";
import { isKeyScope, keyScopes, scopeGroups, scopesOf } from "./keyScopes.ts";
import type { ScopeGroup } from "./keyScopes.ts";

const groups = Object.keys(scopeGroups) as ScopeGroup[]; // keys of a literal object

describe("the scopes of API keys", () => {
  it("are all rights but those over keys, webhooks and what colleagues made, each in one group", () => {
    expect(groups.flatMap(scopesOf).toSorted()).toEqual(keyScopes.toSorted());
    const left = Object.keys(access).filter((action) => !isKeyScope(action));
    const keyless = ["keys.read", "keys.update", "webhooks.read", "webhooks.update", "conversations.manage"];
    expect(left).toEqual(keyless);
  });

  it.each(groups)("give the group %s something", (group) => {
    expect(scopesOf(group)).not.toEqual([]);
  });

  it.each(["", "everything", "toString", "__proto__"])("do not take %j for a right", (name) => {
    expect(isKeyScope(name)).toBe(false);
  });
});
