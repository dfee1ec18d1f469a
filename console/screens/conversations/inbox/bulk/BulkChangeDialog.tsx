import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { priorities } from "../../../../../shared/contract/conversations/conversations.ts";
import type {
  ChangedThreads,
  ManyChange,
} from "../../../../../shared/contract/conversations/inbox/threadChanges.ts";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../../shared/ui/Dialog.tsx";
import { Select } from "../../../../../shared/ui/Select.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import { plural } from "../../../../../shared/words/language.ts";
import { describeDateTime } from "../../../../parts/describeMoment.ts";
import { ErrorNotice } from "../../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../../parts/useAction.ts";
import { inboxFilters } from "../../../../state/conversations/inbox/inboxFilters.ts";
import type { AgentPlace } from "../../../../state/shell/paths.ts";
import { beginChange } from "../../../../state/conversations/inbox/threadChanges.ts";
import { clearSelection } from "../../../../state/conversations/inbox/threadSelection.ts";
import { FieldControl } from "../fields/FieldControl.tsx";
import { hasList, readTyped } from "../fields/typedValue.ts";
import { statusNames } from "../choiceNames.ts";
import { priorityNames } from "../filters.ts";
import { LabelChoices } from "../labels/LabelChoices.tsx";
import { listSnoozeTimes, readMoment } from "../../threads/snoozeTimes.ts";
import { TimeField } from "../../threads/TimeChoice.tsx";

/** The ids of the labels that are put on and taken off. */
type Labelling = Record<"add" | "remove", string[]>;

interface ManyDialogProps {
  place: AgentPlace;
  count: number;
  of: ChangedThreads;
  onClose: () => void;
}

const unchanged = { value: "", label: "Leave as it is" };
const nobody = "nobody";
/** Snoozed until a time that is typed. */
const another = "another";
/** What a choice means, once it is made. */
const hints: Record<string, string> = { answers: "Hands them back. The agent answers the next messages." };

/** Asks what is to be changed of many conversations at once. */
export function BulkChangeDialog({ place, count, of, onClose }: ManyDialogProps): ReactNode {
  const { data } = useSnapshot(inboxFilters);
  const [now] = useState(Date.now);
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const [labelling, setLabelling] = useState<Labelling>({ add: [], remove: [] });
  const [until, setUntil] = useState("");
  const [filled, setFilled] = useState<{ key: string; value: string } | null>(null);
  const customFields = data?.customFields ?? [];
  const filledField = customFields.find(({ key }) => key === filled?.key);
  const moment = readMoment(until, now);
  const lacksTime = chosen["status"] === another && moment === undefined;
  const change: ManyChange = {
    ...readChange(chosen, moment),
    ...readLabels(labelling),
    ...(filledField && filled && { customFields: { [filled.key]: readTyped(filledField, filled.value) } }),
  };
  const starting = useAction(async () => {
    await beginChange(place, of, change);
    clearSelection();
    onClose();
  });
  const field = (name: string, label: string, options: readonly { value: string; label: string }[]) => (
    <Select
      label={label}
      hint={chosen[name] ? hints[name] : undefined}
      value={chosen[name] ?? ""}
      options={[unchanged, ...options]}
      autoFocus={name === "status"}
      onChange={(value) => setChosen({ ...chosen, ...withoutOther(name, value), [name]: value })}
    />
  );
  const labels = data?.labels.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const labelField = (name: keyof Labelling, label: string, groupLabel: string) => (
    <LabelChoices
      {...{ label, groupLabel }}
      values={labelling[name]}
      options={labels.filter(({ value }) => !labelling[name === "add" ? "remove" : "add"].includes(value))}
      onChange={(ids) => setLabelling({ ...labelling, [name]: ids })}
    />
  );
  const words = plural(count, { one: "{count} conversation", other: "{count} conversations" });
  return (
    <Dialog
      title={`Change ${words}`}
      width={460}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            isBusy={starting.isBusy}
            disabled={lacksTime || Object.keys(change).length === 0}
            onClick={() => starting.run()}
          >
            Change {words}
          </Button>
        </>
      }
    >
      <div className={fields}>
        {field("status", "Status", [
          { value: "open", label: statusNames.open },
          { value: "pending", label: statusNames.pending },
          { value: "resolved", label: statusNames.resolved },
          ...listSnoozeTimes(now).map(({ label, until }) => ({
            value: String(until),
            label: `Snoozed: ${label} (${describeDateTime(until)})`,
          })),
          { value: another, label: "Snoozed: at another time" },
        ])}
        {chosen["status"] === another && (
          <TimeField label="Snoozed until" value={until} now={now} onChange={setUntil} />
        )}
        {field(
          "priority",
          "Priority",
          priorities.map((value) => ({ value, label: priorityNames[value] })),
        )}
        {field("assignee", "Assigned to", [
          { value: nobody, label: "No one: back to the queue" },
          ...(data?.people.map(({ id, name }) => ({ value: id, label: name })) ?? []),
        ])}
        {field("answers", "Answered by", [{ value: "agent", label: "The agent" }])}
        {field("team", "Team", [
          { value: nobody, label: "No team" },
          ...(data?.teams.map(({ id, name }) => ({ value: id, label: name })) ?? []),
        ])}
        {labelField("add", "Add labels", "Labels to add")}
        {labelField("remove", "Remove labels", "Labels to remove")}
        {customFields.length > 0 && (
          <Select
            label="Custom field"
            value={filled?.key ?? ""}
            options={[unchanged, ...customFields.map(({ key, name }) => ({ value: key, label: name }))]}
            onChange={(key) => setFilled(key ? { key, value: "" } : null)}
          />
        )}
        {filledField && filled && (
          <FieldControl
            field={filledField}
            value={filled.value}
            emptyLabel="Remove value"
            hint={hasList(filledField) ? undefined : "Empty: removes it."}
            onChange={(value) => setFilled({ key: filled.key, value })}
          />
        )}
        {field("read", "Read", [
          { value: "true", label: "Mark as read" },
          { value: "false", label: "Mark as unread" },
        ])}
        {starting.error && <ErrorNotice error={starting.error} />}
      </div>
    </Dialog>
  );
}

/** Either somebody has them or the agent: whichever is chosen last. */
function withoutOther(name: string, value: string): Record<string, string> {
  if (!value) return {};
  if (name === "answers") return { assignee: "" };
  return name === "assignee" ? { answers: "" } : {};
}

function readChange(
  { status, priority, answers, assignee, team, read }: Record<string, string>,
  moment: number | undefined,
): ManyChange {
  return {
    ...readStatus(status, moment),
    ...(priority && { priority: priorities.find((one) => one === priority) }),
    ...(answers && { handledBy: "ai" }),
    ...(assignee && { assigneeId: assignee === nobody ? null : assignee }),
    ...(team && { teamId: team === nobody ? null : team }),
    ...(read && { read: read === "true" }),
  };
}

/** A moment means that they sleep until then. */
function readStatus(
  status: string | undefined,
  moment: number | undefined,
): Pick<ManyChange, "status" | "snoozedUntil"> {
  if (!status) return {};
  const plain = (["open", "pending", "resolved"] as const).find((one) => one === status);
  if (plain) return { status: plain };
  return { status: "snoozed", snoozedUntil: status === another ? moment : Number(status) };
}

function readLabels({ add, remove }: Labelling): Pick<ManyChange, "addLabelIds" | "removeLabelIds"> {
  return {
    ...(add.length > 0 && { addLabelIds: add }),
    ...(remove.length > 0 && { removeLabelIds: remove }),
  };
}

const fields = css`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  align-items: start;
  gap: 14px;
  /* The times of a snooze are read whole. */
  & > :first-child,
  & > [role="alert"],
  & > :has(> [type="datetime-local"]) {
    grid-column: 1 / -1;
  }
  @media (max-width: 480px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
