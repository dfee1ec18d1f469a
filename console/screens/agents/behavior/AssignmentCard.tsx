import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { assignmentModes, assignmentNames } from "../../../../shared/domain/assignment.ts";
import type { Assignment, AssignmentMode } from "../../../../shared/domain/assignment.ts";
import { Select } from "../../../../shared/ui/Select.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { Toggle } from "../../../../shared/ui/Toggle.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { Card } from "../../../parts/Card.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { useAgentPlace } from "../../../parts/useAgent.ts";
import { assignees, loadAssignees } from "../../../state/conversations/inbox/assignees.ts";
import { AssigneeRows } from "./AssigneeRows.tsx";
import type { BehaviorFieldsProps } from "./behaviorFieldsProps.ts";
import { fieldRow } from "./fieldRow.ts";
import { readCount } from "./readCount.ts";

const modes = assignmentModes.map((value) => ({ value, label: assignmentNames[value] }));

/** How conversations that ask for a person are assigned. */
export function AssignmentCard({ typed: { assignment }, onChange, error }: BehaviorFieldsProps): ReactNode {
  const set = (part: Partial<Assignment>) => onChange({ assignment: { ...assignment, ...part } });
  return (
    <Card
      title="Assignment"
      subtitle="Assigns conversations when a visitor asks for a person. During opening hours, online members with room get them. The rest wait, urgent ones first, then the oldest."
    >
      <Select
        label="Given to"
        value={assignment.mode}
        options={modes}
        onChange={(mode) => set({ mode: mode as AssignmentMode })} // one of the options
        error={findFieldError(error, "assignment.mode")}
      />
      {assignment.mode !== "off" && <Rules assignment={assignment} set={set} error={error} />}
      <div className={told}>
        <Toggle
          isOn={assignment.tellsPlace}
          label="Show visitors their place in the queue"
          onChange={(tellsPlace) => set({ tellsPlace })}
        />
        <span aria-hidden>Show waiting visitors their place in the queue</span>
      </div>
    </Card>
  );
}

interface RulesProps {
  assignment: Assignment;
  set: (part: Partial<Assignment>) => void;
  error: BehaviorFieldsProps["error"];
}

function Rules({ assignment, set, error }: RulesProps): ReactNode {
  const place = useAgentPlace();
  const { orgId, agentId } = place;
  const { data, error: failure } = useSnapshot(assignees);
  useEffect(() => void loadAssignees({ orgId, agentId }), [orgId, agentId]);
  const teams = (data?.teams ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isGone = data !== null && teams.every(({ value }) => value !== assignment.teamId);
  return (
    <>
      <div className={fieldRow}>
        <Select
          label="Among"
          value={assignment.teamId === null || isGone ? "" : assignment.teamId}
          options={[{ value: "", label: "Everyone who can reply" }, ...teams]}
          onChange={(teamId) => set({ teamId: teamId === "" ? null : teamId })}
          hint="Online members only. Conversations of a team stay in that team."
        />
        <TextField
          label="Conversations at once"
          hint="Open conversations over all AI agents, for members without their own limit."
          type="number"
          value={assignment.capacity === 0 ? "" : assignment.capacity.toString()}
          onChange={(text) => set({ capacity: readCount(text) ?? 0 })}
          error={findFieldError(error, "assignment.capacity")}
        />
        <TextField
          label="Offline for (minutes)"
          hint="Then their conversations go back to the queue. Empty: they keep them."
          type="number"
          value={assignment.returnAfterMinutes?.toString() ?? ""}
          onChange={(text) => set({ returnAfterMinutes: readCount(text) })}
          error={findFieldError(error, "assignment.returnAfterMinutes")}
        />
      </div>
      {data && <AssigneeRows people={data.people} usual={assignment.capacity} place={place} />}
      {failure && !data && <ErrorNotice title="The team could not be read." error={failure} />}
    </>
  );
}

const told = css`
  display: flex;
  align-items: center;
  gap: 12px;
`;
