import { scopeGroups, scopesOf } from "../../../shared/domain/keyScopes.ts";
import type { KeyScope, ScopeGroup } from "../../../shared/domain/keyScopes.ts";

/** The groups of scopes in the order in which people choose them. */
export const allGroups = Object.keys(scopeGroups) as ScopeGroup[]; // keys of a literal object

/** Says what a key may: by groups, and where it holds only a part of one, that. */
export function nameScopes(scopes: readonly KeyScope[]): string[] {
  return allGroups.flatMap((group) => {
    const own = scopesOf(group);
    const held = own.filter((scope) => scopes.includes(scope));
    if (held.length === 0) return [];
    return held.length === own.length ? scopeGroups[group] : `${scopeGroups[group]} (in part)`;
  });
}
