import { useId } from "react";
import type { ReactNode } from "react";
import { scopeGroups, scopesOf } from "../../../shared/domain/keyScopes.ts";
import type { KeyScope, ScopeGroup } from "../../../shared/domain/keyScopes.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { checkboxList } from "../../parts/checkboxList.ts";
import { allGroups } from "./nameScopes.ts";

interface ScopeFieldsProps {
  scopes: readonly KeyScope[];
  onChange: (scopes: readonly KeyScope[]) => void;
  error?: string | undefined;
}

/** What a key may; only what its maker may too is offered. */
export function ScopeFields({ scopes, onChange, error }: ScopeFieldsProps): ReactNode {
  const id = useId();
  const toggle = (group: ScopeGroup) => {
    const own = scopesOf(group);
    const rest = scopes.filter((scope) => !own.includes(scope));
    onChange(own.every((scope) => scopes.includes(scope)) ? rest : [...rest, ...own]);
  };
  return (
    <fieldset className={checkboxList} aria-describedby={`${id}-about`}>
      <legend>Permissions</legend>
      {allGroups.map((group) => {
        const own = scopesOf(group);
        const held = own.filter((scope) => scopes.includes(scope)).length;
        return (
          <label key={group}>
            <input
              type="checkbox"
              checked={held === own.length}
              ref={(box) => {
                if (box) box.indeterminate = held > 0 && held < own.length;
              }}
              disabled={!own.every((scope) => mayDo(scope))}
              onChange={() => toggle(group)}
            />
            {scopeGroups[group]}
          </label>
        );
      })}
      {error && <p role="alert">{error}</p>}
      <p id={`${id}-about`}>A key never has more rights than you do.</p>
    </fieldset>
  );
}
