import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { HandoverConfig } from "../../../../shared/contract/skills/skills.ts";
import { Select } from "../../../../shared/ui/Select.tsx";
import { Card } from "../../../parts/Card.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { assignees, loadAssignees } from "../../../state/conversations/inbox/assignees.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { AnswerField } from "./AnswerField.tsx";
import { propertyRows } from "./propertyRows.ts";
import type { ConfigProps } from "./sectionProps.ts";
import { TemplateField } from "./TemplateField.tsx";

/** The team that gets the conversation, and what it reads first. */
export function HandoverCard({
  config,
  place,
  ...section
}: ConfigProps<HandoverConfig> & { place: AgentPlace }): ReactNode {
  const { typed, onChange, error, isReadOnly } = section;
  const { teamId, note } = config;
  const { orgId, agentId } = place;
  const resource = useSnapshot(assignees);
  useEffect(() => void loadAssignees({ orgId, agentId }), [orgId, agentId]);
  const teams = resource.data?.teams ?? [];
  const isGone = teamId !== null && resource.data !== null && !teams.some(({ id }) => id === teamId);
  const set = (part: Partial<HandoverConfig>) => onChange({ config: { ...config, ...part } });
  return (
    <Card title="Handover">
      <div className={propertyRows}>
        <Select
          label="Team"
          value={teamId ?? ""}
          options={[
            { value: "", label: "Anyone available" },
            ...teams.map(({ id, name }) => ({ value: id, label: name })),
            ...(isGone ? [{ value: teamId, label: "Deleted team" }] : []),
          ]}
          onChange={(id) => set({ teamId: id === "" ? null : id })}
          hint={resource.error ? "The teams could not be read." : undefined}
          error={findFieldError(error, "config.teamId")}
          isDisabled={isReadOnly}
        />
        <TemplateField
          label="Note for the team"
          rows={3}
          limit={2000}
          placeholder={"Reply to {{email}}: {{topic}}"}
          names={typed.inputs.map(({ id }) => id)}
          value={note}
          onChange={(changed) => set({ note: changed })}
          hint="Empty: a list of the answers."
          error={findFieldError(error, "config.note")}
          isDisabled={isReadOnly}
        />
        <AnswerField {...section} placeholder="A colleague will answer here in a few minutes." />
      </div>
    </Card>
  );
}
