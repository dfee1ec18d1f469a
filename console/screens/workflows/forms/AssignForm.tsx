import type { ReactNode } from "react";
import { Select } from "../../../../shared/ui/Select.tsx";
import { formRows } from "./formRows.ts";
import { optionsWith } from "./optionsWith.ts";
import type { StepFormProps } from "./stepForm.ts";

/** The assignee of the conversation. */
export function AssignForm({
  config,
  onChange,
  errorOf,
  choices,
  isReadOnly,
}: StepFormProps<"assign">): ReactNode {
  const { memberId, teamId } = config;
  const toOptions = (all: readonly { id: string; name: string }[]) =>
    all.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className={formRows}>
      <Select
        label="Member"
        value={memberId}
        options={optionsWith(memberId, toOptions(choices.members), "No member")}
        onChange={(text) => onChange({ memberId: text })}
        error={errorOf("memberId")}
        isDisabled={isReadOnly}
      />
      <Select
        label="Team"
        value={teamId}
        options={optionsWith(teamId, toOptions(choices.teams), "No team")}
        onChange={(text) => onChange({ teamId: text })}
        error={errorOf("teamId")}
        isDisabled={isReadOnly}
      />
    </div>
  );
}
