import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Archive, ArchiveRestore, ArrowUp, Pencil, Plus, Trash2 } from "lucide-react";
import type { CountedField } from "../../../../../shared/contract/conversations/inbox/customFields.ts";
import { maxCustomFields } from "../../../../../shared/domain/customFields.ts";
import { Badge } from "../../../../../shared/ui/Badge.tsx";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../../shared/ui/Dialog.tsx";
import { EmptyState } from "../../../../../shared/ui/EmptyState.tsx";
import { Skeleton } from "../../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import { plural } from "../../../../../shared/words/language.ts";
import { ErrorNotice } from "../../../../parts/ErrorNotice.tsx";
import { Loaded } from "../../../../parts/Loaded.tsx";
import { RowMenu } from "../../../../parts/RowMenu.tsx";
import { useAction } from "../../../../parts/useAction.ts";
import {
  changeCustomField,
  customFields,
  loadCustomFields,
  removeCustomField,
} from "../../../../state/conversations/inbox/customFields.ts";
import type { AgentPlace } from "../../../../state/shell/paths.ts";
import { EditField, stepStyle } from "./EditField.tsx";
import { kindNames } from "./typedValue.ts";

type Step = { kind: "new" } | { kind: "edit" | "remove"; key: string } | null;

/** The organization's custom fields: create, rename, reorder, archive and delete, with how many conversations carry each. */
export function ManageFields({ place, onClose }: { place: AgentPlace; onClose: () => void }): ReactNode {
  const { orgId } = place;
  const resource = useSnapshot(customFields);
  const [step, setStep] = useState<Step>(null);
  const data = resource.data?.orgId === orgId ? resource.data : null;
  useEffect(() => void loadCustomFields({ orgId }), [orgId]);
  const changing = useAction((key: string, change: { position: number } | { isArchived: boolean }) =>
    changeCustomField(place, key, change),
  );
  const count = data?.fields.length ?? 0;
  const end = () => setStep(null);
  return (
    <Dialog
      title="Custom fields"
      width={520}
      onClose={onClose}
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <div className={body}>
        <p>For conversations of all agents in the organization.</p>
        {changing.error && <ErrorNotice error={changing.error} />}
        <Loaded
          resource={{ ...resource, data }}
          needs="conversations.read"
          skeleton={<Skeleton height="120px" />}
          onRetry={() => loadCustomFields(place)}
        >
          {({ fields }) =>
            fields.length === 0 ? (
              step?.kind !== "new" && (
                <EmptyState title="No custom fields yet">
                  Fields hold facts about a conversation, such as an order number or a plan.
                </EmptyState>
              )
            ) : (
              <ul data-fields="">
                {fields.map((field, index) => (
                  <li key={field.key}>
                    {step?.kind === "edit" && step.key === field.key ? (
                      <EditField place={place} field={field} onEnd={end} />
                    ) : step?.kind === "remove" && step.key === field.key ? (
                      <DropField place={place} field={field} onEnd={end} />
                    ) : (
                      <FieldLine field={field}>
                        <RowMenu label={`Actions for ${field.name}`} actions={actionsOf(field, index)} />
                      </FieldLine>
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
        {step?.kind === "new" ? (
          <EditField place={place} onEnd={end} />
        ) : (
          data && (
            <Button
              size="small"
              icon={<Plus size={15} aria-hidden />}
              disabled={count >= maxCustomFields}
              onClick={() => setStep({ kind: "new" })}
            >
              New field
            </Button>
          )
        )}
      </div>
    </Dialog>
  );

  function actionsOf({ key, isArchived }: Snapshot<CountedField>, index: number) {
    const icon = { size: 16, "aria-hidden": true } as const;
    const up = {
      label: "Move up",
      icon: <ArrowUp {...icon} />,
      onChoose: () => void changing.run(key, { position: index - 1 }),
    };
    return [
      { label: "Edit", icon: <Pencil {...icon} />, onChoose: () => setStep({ kind: "edit", key }) },
      ...(index > 0 ? [up] : []),
      {
        label: isArchived ? "Restore" : "Archive",
        icon: isArchived ? <ArchiveRestore {...icon} /> : <Archive {...icon} />,
        onChoose: () => void changing.run(key, { isArchived: !isArchived }),
      },
      {
        ...{ label: "Delete", icon: <Trash2 {...icon} />, isDanger: true },
        onChoose: () => setStep({ kind: "remove", key }),
      },
    ];
  }
}

function countUses({ conversations }: Snapshot<CountedField>): string {
  return plural(conversations, { one: "{count} conversation", other: "{count} conversations" });
}

function FieldLine({ field, children }: { field: Snapshot<CountedField>; children: ReactNode }): ReactNode {
  return (
    <div className={line}>
      <div>
        <strong>
          <bdi>{field.name}</bdi>
        </strong>
        <small>
          {kindNames[field.kind]} · <code>{field.key}</code> · {countUses(field)}
        </small>
      </div>
      {field.isArchived && <Badge>Archived</Badge>}
      {children}
    </div>
  );
}

interface DropFieldProps {
  place: AgentPlace;
  field: Snapshot<CountedField>;
  onEnd: () => void;
}

function DropField({ place, field, onEnd }: DropFieldProps): ReactNode {
  const removing = useAction(async () => {
    await removeCustomField(place, field.key);
    onEnd();
  });
  return (
    <div className={stepStyle} role="group" aria-label={`Delete ${field.name}`}>
      <p>
        <strong>
          <bdi>{field.name}</bdi>
        </strong>{" "}
        is deleted{field.conversations > 0 && `, with its value in ${countUses(field)}`}. This can’t be
        undone. To keep the values, archive the field instead.
      </p>
      {removing.error && <ErrorNotice error={removing.error} />}
      <footer>
        <Button size="small" onClick={onEnd}>
          Cancel
        </Button>
        <Button size="small" kind="danger" isBusy={removing.isBusy} onClick={() => removing.run()}>
          Delete field
        </Button>
      </footer>
    </div>
  );
}

const body = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 14px;
  & > p {
    color: var(--ph-text-2);
  }
  & > button {
    justify-self: start;
  }
  & [data-fields] {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & [data-fields] > li {
    border-top: 1px solid var(--ph-line);
  }
`;
const line = css`
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 56px;
  padding-block: 8px;
  & > div:first-child {
    display: grid;
    flex: 1;
    gap: 2px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & strong {
    font-weight: 550;
  }
  & small {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    font-variant-numeric: tabular-nums;
  }
`;
