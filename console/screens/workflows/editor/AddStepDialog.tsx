import { useId, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { stepGroups, stepKindNames, stepKinds } from "../../../../shared/domain/workflows/steps.ts";
import type { StepGroup, StepKind } from "../../../../shared/domain/workflows/steps.ts";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { controlStyle } from "../../../../shared/ui/fieldStyle.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { stepIcons } from "./stepIcons.ts";

interface AddStepDialogProps {
  onChoose: (kind: StepKind) => void;
  onClose: () => void;
}

const groups = Object.entries(stepGroups) as [StepGroup, string][]; // keys of a literal object
const grouped = groups.map(([group, title]) => ({
  title,
  kinds: stepKindNames.filter((kind) => stepKinds[kind].group === group),
}));

/** Chooses the kind of a new step: type a few letters, arrows and Enter. */
export function AddStepDialog({ onChoose, onClose }: AddStepDialogProps): ReactNode {
  const id = useId();
  const [search, setSearch] = useState("");
  const [at, setAt] = useState(0);
  const wanted = search.trim().toLowerCase();
  const shown = wanted === "" ? grouped : [{ title: "Matching steps", kinds: findKinds(wanted) }];
  const order = shown.flatMap(({ kinds }) => kinds);
  const chosen = order[Math.min(at, order.length - 1)];
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && order.length > 0) {
      const next = (Math.min(at, order.length - 1) + step + order.length) % order.length;
      setAt(next);
      document.getElementById(`${id}-${order[next]}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && chosen) onChoose(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Add step" onClose={onClose} width={560} closesOnOutsideClick>
      <div className={frame}>
        <input
          type="search"
          role="combobox"
          aria-label="Search steps"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && `${id}-${chosen}`}
          placeholder="Search steps"
          className={controlStyle}
          value={search}
          autoFocus
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={handleKey}
        />
        <div id={`${id}-list`} role="listbox" aria-label="Steps">
          {(order.length > 0 ? shown : []).map(({ title, kinds }) => (
            <div key={title} role="group" aria-label={title}>
              <p aria-hidden>{title}</p>
              {kinds.map((kind) => {
                const Icon = stepIcons[kind];
                return (
                  <div
                    key={kind}
                    id={`${id}-${kind}`}
                    role="option"
                    aria-selected={kind === chosen}
                    className={option}
                    onClick={() => onChoose(kind)}
                  >
                    <Icon size={17} aria-hidden />
                    <span>
                      <strong>{stepKinds[kind].label}</strong>
                      <small>{stepKinds[kind].description}</small>
                    </span>
                  </div>
                );
              })}
            </div>
          ))}
          {order.length === 0 && <p>No step is called “{search}”.</p>}
        </div>
      </div>
    </Dialog>
  );
}

/** The step with that name comes first, then those whose name begins so, has it, and whose description has it. */
function findKinds(wanted: string): StepKind[] {
  const ranked = stepKindNames.map((kind) => {
    const label = stepKinds[kind].label.toLowerCase();
    const description = stepKinds[kind].description.toLowerCase();
    const tests = [label === wanted, label.startsWith(wanted), label.includes(wanted)];
    return { kind, rank: [...tests, description.includes(wanted)].indexOf(true) };
  });
  return ranked
    .filter(({ rank }) => rank >= 0)
    .sort((one, other) => one.rank - other.rank)
    .map(({ kind }) => kind);
}

const frame = css`
  display: grid;
  gap: 12px;
  min-width: 0;
  color: var(--ph-text);
  & > div {
    display: grid;
    gap: 12px;
    max-height: min(56vh, 520px);
    overflow-y: auto;
  }
  & p {
    padding: 4px 10px;
    color: var(--ph-text-3);
    font-size: var(--ph-text-xs);
    font-weight: 600;
  }
  @media (min-width: 560px) {
    & [role="group"] {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
    & [role="group"] > p {
      grid-column: 1 / -1;
    }
  }
`;
const option = css`
  display: flex;
  align-items: flex-start;
  gap: 10px;
  padding: 8px 10px;
  border-radius: var(--ph-radius-s);
  cursor: pointer;
  &:hover {
    background: var(--ph-hover);
  }
  &[aria-selected="true"] {
    background: var(--ph-accent-soft);
  }
  & > svg {
    flex: none;
    margin-top: 2px;
    color: var(--ph-accent-text);
  }
  & > span {
    display: grid;
    min-width: 0;
  }
  & strong {
    font-weight: 550;
  }
  & small {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
`;
