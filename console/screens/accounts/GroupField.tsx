import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { UserGroup } from "../../../shared/contract/accounts/teams.ts";
import { Select } from "../../../shared/ui/Select.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { roleNames } from "../../parts/roleNames.ts";
import { drawn } from "../../state/platform/resource.ts";
import { loadOpenGroups, openGroups } from "../../state/accounts/team.ts";
import { roleHints } from "./roleHints.ts";

interface OpenGroups {
  /** The chosen one; the group with the least rights is the one that is offered first. */
  group: Pick<UserGroup, "_id" | "role"> | undefined;
  choose: (groupId: string) => void;
}

/** The groups into which one may invite, and which of them is chosen. */
export function useOpenGroups(): OpenGroups {
  const { data } = useSnapshot(openGroups);
  const [chosenId, choose] = useState("");
  useEffect(() => drawn(loadOpenGroups()), []);
  return { group: data?.find(({ _id }) => _id === chosenId) ?? data?.at(-1), choose };
}

/** Chooses the group into which people are invited, with what its role may do. */
export function GroupField({ group, choose }: OpenGroups): ReactNode {
  const groups = useSnapshot(openGroups);
  return (
    <Loaded
      resource={groups}
      needs="team.invite"
      onRetry={() => drawn(loadOpenGroups())}
      skeleton={<Skeleton height="62px" />}
    >
      {(all) => (
        <Select
          label="Group"
          hint={group?.role ? roleHints[group.role] : undefined}
          value={group?._id ?? ""}
          options={all.map(({ _id, usergroup_name, role }) => ({
            value: _id,
            label: describeGroup(usergroup_name, role && roleNames[role]),
          }))}
          onChange={choose}
        />
      )}
    </Loaded>
  );
}

/** The role is told where the group's name does not say it. */
function describeGroup(name: string, role: string | null): string {
  return !role || name === role ? name : `${name} (${role})`;
}
