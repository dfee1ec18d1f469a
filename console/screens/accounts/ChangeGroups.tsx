import { useEffect, useId, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { useSnapshot } from "valtio";
import { mayGrant } from "../../../shared/domain/access.ts";
import type { Role } from "../../../shared/domain/access.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { BulkProgress } from "../../parts/BulkProgress.tsx";
import { useBulk } from "../../parts/useBulk.ts";
import { organization } from "../../state/accounts/organization.ts";
import { drawn } from "../../state/platform/resource.ts";
import { loadGroups, putIntoGroups, userGroups } from "../../state/accounts/team.ts";
import type { ShownMember } from "../../state/accounts/team.ts";
import { fullName } from "../../parts/fullName.ts";
import { roleHints } from "./roleHints.ts";

interface ChangeGroupsProps {
  orgId: string;
  /** One, or several who get the same. */
  members: readonly ShownMember[];
  onChanged: () => void;
  onClose: () => void;
}

/** Chooses the groups of members; at least one, because who is in none is no member. */
export function ChangeGroups({ orgId, members, onChanged, onClose }: ChangeGroupsProps): ReactNode {
  const formId = useId();
  const groups = useSnapshot(userGroups);
  const { roles } = useSnapshot(organization);
  const [chosen, setChosen] = useState(() => listShared(members));
  const saving = useBulk(members, ({ _id }) => putIntoGroups({ orgId, memberId: _id }, chosen));
  const [only] = members.length === 1 ? members : [];
  const name = only ? nameOf(only) : `${members.length} members`;
  const error = only && saving.failed[0]?.error;
  useEffect(() => drawn(loadGroups()), []);

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length === 0 || !(await saving.run())) return;
    showToast(`Groups of ${name} changed`);
    onClose();
    onChanged();
  };
  const handleClose = () => {
    if (saving.isBusy) return;
    onClose();
    if (saving.done.length > 0) onChanged();
  };
  const mayChoose = ({ role }: { role: Role | null }) => !role || mayGrant(roles, role);
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <Dialog
      title={`Groups of ${name}`}
      onClose={handleClose}
      actions={
        <>
          <Button onClick={handleClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            form={formId}
            isBusy={saving.isBusy}
            disabled={chosen.length === 0}
          >
            Save groups
          </Button>
        </>
      }
    >
      <form id={formId} className={form} onSubmit={handleSubmit}>
        <p>
          {!only && "This replaces all their current groups. "}
          Their highest role applies. Changes take effect immediately.
        </p>
        {error && (
          <ErrorNotice
            title={error.code === "last_owner" ? "An organization needs at least one owner." : undefined}
            error={error}
          />
        )}
        {!only && <BulkProgress bulk={saving} total={members.length} nameOf={nameOf} />}
        <Loaded
          resource={groups}
          needs="team.read"
          onRetry={() => drawn(loadGroups())}
          skeleton={<Skeleton height="120px" />}
        >
          {(all) => (
            <fieldset>
              <legend>Groups</legend>
              {all.map((group) => {
                const { _id, usergroup_name, role } = group;
                const isOpen = mayChoose(group);
                return (
                  <label key={_id}>
                    <input
                      type="checkbox"
                      checked={chosen.includes(_id)}
                      disabled={!isOpen}
                      autoFocus={group === all.find(mayChoose)}
                      onChange={() => toggle(_id)}
                    />
                    <span>
                      <strong>{usergroup_name}</strong>
                      {isOpen ? role && roleHints[role] : "Above your role. Only an owner can change it."}
                    </span>
                  </label>
                );
              })}
            </fieldset>
          )}
        </Loaded>
        {chosen.length === 0 && (
          <p role="alert">Choose at least one group. To remove a member, use Remove in the list.</p>
        )}
      </form>
    </Dialog>
  );
}

function nameOf(member: ShownMember): string {
  return fullName(member) || member.email;
}

/** The groups that all of them are in. */
function listShared([first, ...others]: readonly ShownMember[]): string[] {
  const ids = first?.usergroups.map(({ _id }) => _id) ?? [];
  return ids.filter((id) => others.every(({ usergroups }) => usergroups.some(({ _id }) => _id === id)));
}

const form = css`
  display: grid;
  gap: 16px;
  & fieldset {
    display: grid;
    gap: 4px;
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  & legend {
    margin-bottom: 4px;
    padding: 0;
    color: var(--ph-text);
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
  & label {
    display: flex;
    gap: 12px;
    min-height: 44px;
    padding: 8px 12px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius-s);
    cursor: pointer;
  }
  & input {
    flex: none;
    width: 18px;
    height: 18px;
    margin: 2px 0 0;
    accent-color: var(--ph-accent);
  }
  & label > span {
    display: grid;
    font-size: var(--ph-text-s);
  }
  & strong {
    color: var(--ph-text);
    font-size: var(--ph-text-m);
    font-weight: 550;
  }
`;
