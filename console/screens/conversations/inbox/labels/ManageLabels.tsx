import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Pencil, Trash2 } from "lucide-react";
import type { Label } from "../../../../../shared/contract/conversations/conversations.ts";
import type { CountedLabel } from "../../../../../shared/contract/conversations/threads/threads.ts";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../../shared/ui/Dialog.tsx";
import { EmptyState } from "../../../../../shared/ui/EmptyState.tsx";
import { IconButton } from "../../../../../shared/ui/IconButton.tsx";
import { Skeleton } from "../../../../../shared/ui/Skeleton.tsx";
import { TextField } from "../../../../../shared/ui/TextField.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import { plural } from "../../../../../shared/words/language.ts";
import { ColorField } from "../../../../parts/ColorField.tsx";
import { ErrorNotice } from "../../../../parts/ErrorNotice.tsx";
import { Loaded } from "../../../../parts/Loaded.tsx";
import { useAction } from "../../../../parts/useAction.ts";
import { createLabel } from "../../../../state/conversations/inbox/inboxFilters.ts";
import {
  changeLabel,
  countedLabels,
  loadLabels,
  removeLabel,
} from "../../../../state/conversations/inbox/labels.ts";
import { mayDo } from "../../../../state/accounts/organization.ts";
import type { AgentPlace } from "../../../../state/shell/paths.ts";
import { LabelMark, labelColors } from "./LabelMark.tsx";

type Step = { kind: "edit" | "remove"; label: CountedLabel } | null;

/** An agent's labels: create, rename, recolor and delete, with the number of conversations that have each. */
export function ManageLabels({ place, onClose }: { place: AgentPlace; onClose: () => void }): ReactNode {
  const { orgId, agentId } = place;
  const resource = useSnapshot(countedLabels);
  const [step, setStep] = useState<Step>(null);
  const [name, setName] = useState("");
  const data = resource.data?.agentId === agentId ? resource.data : null;
  useEffect(() => void loadLabels({ orgId, agentId }), [orgId, agentId]);
  const making = useAction(async () => {
    const colour = labelColors[(data?.labels.length ?? 0) % labelColors.length] ?? labelColors[0];
    await createLabel(place, { name: name.trim(), colour });
    await loadLabels(place);
    setName("");
  });
  return (
    <Dialog title="Labels" width={480} onClose={onClose} actions={<Button onClick={onClose}>Done</Button>}>
      <div className={body}>
        {mayDo("conversations.reply") && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (name.trim()) void making.run();
            }}
          >
            <TextField label="New label" value={name} onChange={setName} limit={40} />
            <Button type="submit" isBusy={making.isBusy} disabled={!name.trim()}>
              Add
            </Button>
          </form>
        )}
        {making.error && <ErrorNotice error={making.error} />}
        <Loaded
          resource={{ ...resource, data }}
          needs="conversations.read"
          skeleton={<Skeleton height="120px" />}
          onRetry={() => loadLabels(place)}
        >
          {({ labels }) =>
            labels.length === 0 ? (
              <EmptyState title="No labels yet">Labels name the topic of a conversation.</EmptyState>
            ) : (
              <ul>
                {labels.map((label) => (
                  <li key={label.id}>
                    {step?.label.id !== label.id ? (
                      <LabelLine label={label} onStep={(kind) => setStep({ kind, label })} />
                    ) : step.kind === "edit" ? (
                      <EditLabel place={place} label={label} onEnd={() => setStep(null)} />
                    ) : (
                      <DropLabel place={place} label={label} onEnd={() => setStep(null)} />
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Dialog>
  );
}

function countUses({ conversations }: CountedLabel): string {
  return plural(conversations, { one: "{count} conversation", other: "{count} conversations" });
}

interface LabelLineProps {
  label: CountedLabel;
  onStep: (kind: "edit" | "remove") => void;
}

function LabelLine({ label, onStep }: LabelLineProps): ReactNode {
  return (
    <div className={line}>
      <LabelMark label={label} />
      <span>{countUses(label)}</span>
      {mayDo("conversations.reply") && (
        <>
          <IconButton label={`Change ${label.name}`} size="small" onClick={() => onStep("edit")}>
            <Pencil size={15} aria-hidden />
          </IconButton>
          <IconButton label={`Delete ${label.name}`} size="small" onClick={() => onStep("remove")}>
            <Trash2 size={15} aria-hidden />
          </IconButton>
        </>
      )}
    </div>
  );
}

interface StepProps {
  place: AgentPlace;
  label: CountedLabel;
  onEnd: () => void;
}

function EditLabel({ place, label, onEnd }: StepProps): ReactNode {
  const [draft, setDraft] = useState<Label>(label);
  const saving = useAction(async () => {
    await changeLabel(place, { ...draft, name: draft.name.trim() });
    onEnd();
  });
  return (
    <form
      className={part}
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.name.trim()) void saving.run();
      }}
    >
      <TextField
        label="Name"
        value={draft.name}
        onChange={(name) => setDraft({ ...draft, name })}
        limit={40}
        autoFocus
      />
      <ColorField label="Color" value={draft.colour} onChange={(colour) => setDraft({ ...draft, colour })} />
      {saving.error && <ErrorNotice error={saving.error} />}
      <div>
        <Button size="small" onClick={onEnd}>
          Cancel
        </Button>
        <Button
          size="small"
          type="submit"
          kind="primary"
          isBusy={saving.isBusy}
          disabled={!draft.name.trim()}
        >
          Save
        </Button>
      </div>
    </form>
  );
}

function DropLabel({ place, label, onEnd }: StepProps): ReactNode {
  const removing = useAction(async () => {
    await removeLabel(place, label.id);
    onEnd();
  });
  return (
    <div className={part} role="group" aria-label={`Delete ${label.name}`}>
      <p>
        <LabelMark label={label} /> is removed from {countUses(label)} and deleted.
      </p>
      {removing.error && <ErrorNotice error={removing.error} />}
      <div>
        <Button size="small" onClick={onEnd}>
          Cancel
        </Button>
        <Button size="small" kind="danger" isBusy={removing.isBusy} onClick={() => removing.run()}>
          Delete label
        </Button>
      </div>
    </div>
  );
}

const body = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 14px;
  & > form {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: end;
    gap: 10px;
  }
  & ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & li {
    border-top: 1px solid var(--ph-line);
  }
`;
const line = css`
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 44px;
  & > span:first-child {
    flex: 1;
    min-width: 0;
  }
  & > span:nth-child(2) {
    flex: none;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    font-variant-numeric: tabular-nums;
  }
`;
const part = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  padding: 12px 0 14px;
  & > div:last-child {
    display: flex;
    justify-content: flex-end;
    gap: 8px;
  }
`;
