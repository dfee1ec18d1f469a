import type { ReactNode } from "react";
import { CornerDownRight, Plus } from "lucide-react";
import { nameOfStep } from "../../../../shared/domain/workflows/describeStep.ts";
import { outletsOf } from "../../../../shared/domain/workflows/graph.ts";
import type { Step } from "../../../../shared/domain/workflows/graph.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { tailOf } from "../steps/editGraph.ts";
import type { Place, Tail } from "../steps/editGraph.ts";
import { isQuiet, isStep } from "../steps/graphOutline.ts";
import type { Outline, OutlineBranch, OutlineItem } from "../steps/outline.ts";

type ListPlace = Exclude<Place, { after: string }>;

interface StepListProps {
  outline: Outline;
  steps: ReadonlyMap<string, Step>;
  numbers: ReadonlyMap<string, string>;
  collapsed: ReadonlySet<string>;
  /** The steps that a search lets through; null without one. */
  shown: ReadonlySet<string> | null;
  drawRow: (step: Step, facts: { hasBranches: boolean }) => ReactNode;
  /** The form of a step below its row; null where it stands elsewhere. */
  drawForm: (step: Step) => ReactNode;
  onAdd: (place: ListPlace) => void;
  onTail: (place: ListPlace, tail: Tail) => void;
  isReadOnly: boolean;
}

/** The steps one below the other, with branches indented. */
export function StepList(props: StepListProps): ReactNode {
  const { outline, isReadOnly } = props;
  return (
    <div className={frame}>
      <Items {...props} items={outline.items} place="end" label="Steps" />
      {outline.loose.length > 0 && (
        <section className={looseStyle} aria-label="Not connected">
          <h3>Not connected</h3>
          {outline.loose.map((items, at) => (
            <Items key={at} {...props} items={items} place={null} label={`Not connected ${at + 1}`} />
          ))}
          {!isReadOnly && <p>Runs never reach these steps. Move them into the list or delete them.</p>}
        </section>
      )}
    </div>
  );
}

interface ItemsProps extends StepListProps {
  items: readonly OutlineItem[];
  /** Where more is added; null where nothing is. */
  place: ListPlace | null;
  label: string;
}

function Items({ items, place, label, ...list }: ItemsProps): ReactNode {
  const { steps, shown, isReadOnly, onAdd } = list;
  const listed = items.filter(isStep).filter(({ id }) => !shown || shown.has(id));
  return (
    <>
      {listed.length > 0 && (
        <ol className={listStyle} aria-label={label}>
          {listed.map(({ id, branches }) => {
            const step = steps.get(id);
            if (!step) return null;
            const drawn = branches.filter((branch) => !isQuiet(branch, step));
            return (
              <li key={id}>
                {list.drawRow(step, { hasBranches: drawn.length > 0 })}
                {list.drawForm(step)}
                {!list.collapsed.has(id) &&
                  drawn.map((branch) => <Branch key={branch.outlet} {...list} step={step} branch={branch} />)}
              </li>
            );
          })}
        </ol>
      )}
      {place !== null && !shown && (
        <div className={foot}>
          {!isReadOnly && (
            <button type="button" onClick={() => onAdd(place)}>
              <Plus size={15} aria-hidden />
              Add step
            </button>
          )}
          <TailChoice {...list} items={items} place={place} />
        </div>
      )}
    </>
  );
}

function Branch({ step, branch, ...list }: StepListProps & { step: Step; branch: OutlineBranch }): ReactNode {
  const label = outletsOf(step).find(({ id }) => id === branch.outlet)?.label ?? branch.outlet;
  return (
    <div className={branchStyle} role="group" aria-label={`${label} of ${nameOfStep(step)}`}>
      <p>{label}</p>
      <Items {...list} items={branch.items} place={{ in: step.id, outlet: branch.outlet }} label={label} />
    </div>
  );
}

interface TailChoiceProps extends StepListProps {
  items: readonly OutlineItem[];
  place: ListPlace;
}

/** What follows the last step of a list. */
function TailChoice({ items, place, steps, numbers, onTail, isReadOnly }: TailChoiceProps): ReactNode {
  const tail = tailOf(items);
  const isRoot = place === "end";
  const isLoop = !isRoot && place.outlet === "each";
  if (isRoot && tail !== "stop" && typeof tail !== "object" && steps.size === 0) return null;
  const value = typeof tail === "object" ? tail.goto : tail;
  const usual = isRoot ? "end of the run" : isLoop ? "next item" : "continue below";
  const options = [
    { value: "below", label: usual },
    ...(isRoot || isLoop ? [] : [{ value: "stop", label: "end of the run" }]),
    ...[...numbers].map(([id, number]) => {
      const step = steps.get(id);
      return { value: id, label: `go to ${number} ${step ? nameOfStep(step) : ""}` };
    }),
  ];
  const shown = value === "stop" && (isRoot || isLoop) ? "below" : value;
  return (
    <label className={tailStyle}>
      <CornerDownRight size={14} aria-hidden />
      Then
      <select
        value={shown}
        disabled={isReadOnly}
        onChange={({ currentTarget: { value: chosen } }) =>
          onTail(place, chosen === "below" || chosen === "stop" ? chosen : { goto: chosen })
        }
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

const frame = css`
  display: grid;
  gap: 20px;
  min-width: 0;
`;
const listStyle = css`
  display: grid;
  gap: 6px;
  min-width: 0;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: grid;
    gap: 6px;
    min-width: 0;
  }
`;
const branchStyle = css`
  display: grid;
  gap: 6px;
  min-width: 0;
  margin-inline-start: 25px;
  padding-block: 2px;
  padding-inline-start: 14px;
  border-inline-start: 2px solid var(--ph-line-2);
  & > p {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  @media (max-width: 600px) {
    margin-inline-start: 8px;
    padding-inline-start: 10px;
  }
`;
const foot = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 16px;
  padding-inline-start: 4px;
  & > button {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-height: 32px;
    padding: 2px 8px;
    border: 0;
    border-radius: var(--ph-radius-s);
    background: none;
    color: var(--ph-accent-text);
    font-size: var(--ph-text-s);
    font-weight: 550;
    cursor: pointer;
  }
  & > button:hover {
    background: var(--ph-hover);
  }
`;
const tailStyle = css`
  display: inline-flex;
  align-items: center;
  gap: 5px;
  min-width: 0;
  color: var(--ph-text-3);
  font-size: var(--ph-text-s);
  & > select {
    max-width: 220px;
    min-height: 28px;
    padding: 2px 4px;
    border: 1px solid transparent;
    border-radius: var(--ph-radius-s);
    background: transparent;
    color: var(--ph-text-2);
    text-overflow: ellipsis;
    cursor: pointer;
  }
  & > select:hover:not(:disabled) {
    border-color: var(--ph-line-2);
  }
  & > select > option {
    background: var(--ph-surface);
  }
`;
const looseStyle = css`
  display: grid;
  gap: 8px;
  padding: 14px;
  border: 1px dashed var(--ph-line-strong);
  border-radius: var(--ph-radius);
  & > h3 {
    font-size: var(--ph-text-s);
    font-weight: 600;
  }
  & > p {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
`;
