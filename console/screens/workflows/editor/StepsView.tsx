import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Plus, Variable, Zap } from "lucide-react";
import type { WorkflowDetail } from "../../../../shared/contract/workflows/workflows.ts";
import { describeStep, nameOfStep } from "../../../../shared/domain/workflows/describeStep.ts";
import { outletsOf } from "../../../../shared/domain/workflows/graph.ts";
import type { Step } from "../../../../shared/domain/workflows/graph.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { lazy } from "../../../parts/lazy.ts";
import { SaveBar } from "../../../parts/SaveBar.tsx";
import { useMedia } from "../../../parts/useMedia.ts";
import { useQuery } from "../../../parts/useQuery.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import { copyShown } from "../../../state/shell/copyShown.ts";
import { loadStepChoices, stepChoices } from "../../../state/workflows/stepChoices.ts";
import type { StepChoices } from "../../../state/workflows/stepChoices.ts";
import { lastRun, loadLastRun } from "../../../state/workflows/workflowRuns.ts";
import type { WorkflowPlace } from "../../../state/workflows/workflows.ts";
import { describeTrigger } from "../describeTrigger.ts";
import { addSteps, setTail } from "../steps/editGraph.ts";
import { isEnding, isStep, listIds } from "../steps/graphOutline.ts";
import type { Outline, OutlineItem } from "../steps/outline.ts";
import { EditorBar } from "./EditorBar.tsx";
import type { StepsLook } from "./EditorBar.tsx";
import { listVariables } from "./listVariables.ts";
import type { SettingsPart } from "./SettingsPanel.tsx";
import { StepList } from "./StepList.tsx";
import { StepRow } from "./StepRow.tsx";
import { useStepCommands } from "./useStepCommands.ts";
import { useStepKeys } from "./useStepKeys.ts";
import { useWorkflowForm } from "./useWorkflowForm.ts";
import { AddStepDialog, Conflict, SettingsPanel, StepPanel } from "./overlays.ts";
const Procedure = lazy(() => import("./Procedure.tsx"));
const Canvas = lazy(() => import("../canvas/Canvas.tsx"));

const noChoices: StepChoices = {
  skills: [],
  collections: [],
  workflows: [],
  labels: [],
  members: [],
  teams: [],
  connections: [],
};
/** What is open is part of the address; what is typed stays. */
const inPlace = { replace: true, keepsWork: true };
const settingsParts: readonly string[] = ["trigger", "variables", "about"];
/** From here on the step that is open is beside the list. */
const wide = "(min-width: 1180px)";

interface StepsViewProps {
  place: WorkflowPlace;
  workflow: Snapshot<WorkflowDetail>;
}

/** The steps of a workflow as they are edited: as a list, as a procedure, or on the canvas. */
export default function StepsView({ place, workflow }: StepsViewProps): ReactNode {
  const { orgId, agentId, workflowId } = place;
  const isReadOnly = !mayDo("workflows.update");
  const { data: known, error: unknown } = useSnapshot(stepChoices);
  const choices = useMemo(() => (known ? copyShown(known) : null), [known]);
  const newest = useSnapshot(lastRun).data;
  const samples = useMemo(
    () => (newest?.of === workflowId && newest.run ? readObject(newest.run.variables) : {}),
    [newest, workflowId],
  );
  useEffect(() => void loadStepChoices({ orgId, agentId }), [orgId, agentId]);
  useEffect(() => void loadLastRun({ orgId, agentId, workflowId }), [orgId, agentId, workflowId]);

  const editor = useWorkflowForm({ place, workflow, choices });
  const { form, graph, outline, numbers, steps, problems, names, changeGraph } = editor;
  const query = useQuery();
  const look = (query.read("look") || "list") as StepsLook; // what is none of them is drawn as the list
  const openId = query.read("step") || null;
  const [addedId, setAddedId] = useState<string | null>(null);
  const { set } = query;
  const open = useCallback(
    (id: string | null, { isNew = false } = {}) => {
      setAddedId(isNew ? id : null);
      set({ step: id }, inPlace);
    },
    [set],
  );
  const frame = useRef<HTMLDivElement>(null);
  const work = useStepCommands({ frame, graph, changeGraph, open });
  const keys = useStepKeys(isReadOnly ? null : work.commands);
  const isWide = useMedia(wide);
  const [search, setSearch] = useState("");
  const shown = useMemo(() => (search ? findShown(outline, steps, search) : null), [outline, steps, search]);
  const dragged = useRef<string | null>(null);

  const openStep = openId === null ? undefined : steps.get(openId);
  const part = openId !== null && settingsParts.includes(openId) ? (openId as SettingsPart) : null; // one of the list
  const drawn = openStep ? drawPanel(openStep) : part ? drawSettings(part) : null;
  const panel = drawn && <Suspense fallback={<Skeleton height="280px" />}>{drawn}</Suspense>;

  function drawSettings(which: SettingsPart): ReactNode {
    return (
      <SettingsPanel
        {...{ part: which, place, workflow, editor, isReadOnly }}
        connections={choices?.connections ?? null}
        onClose={() => open(null)}
      />
    );
  }

  function drawPanel(step: Step): ReactNode {
    const used = new Set(graph.edges.filter(({ from }) => from === step.id).map(({ outlet }) => outlet));
    return (
      <StepPanel
        key={step.id}
        step={step}
        number={numbers.get(step.id) ?? ""}
        onChange={(changed, key) => editor.changeStep(changed, key)}
        problems={problems.get(step.id) ?? []}
        variables={listVariables({ graph, stepId: step.id, trigger: form.typed.trigger.kind, samples })}
        choices={choices ?? noChoices}
        hiddenWays={outletsOf(step).filter(
          ({ id }) => step.kind !== "approval" && isEnding(id) && !used.has(id),
        )}
        onAddIn={(outlet) => work.ask({ in: step.id, outlet })}
        workflowId={workflowId}
        isReadOnly={isReadOnly}
        isNew={addedId === step.id}
        onClose={() => {
          open(null);
          frame.current?.querySelector<HTMLElement>(`[data-step="${step.id}"]`)?.focus();
        }}
      />
    );
  }

  const handleSave = async () => {
    const isSaved = await form.save();
    if (isSaved) showToast("Workflow saved");
    return isSaved;
  };
  const general = problems.get(null) ?? [];
  const settings = [
    {
      part: "trigger" as const,
      icon: <Zap size={16} aria-hidden />,
      label: "Starts",
      text: describeTrigger(form.typed.trigger),
    },
    {
      part: "variables" as const,
      icon: <Variable size={16} aria-hidden />,
      label: "Variables",
      text: graph.variables.map(({ name }) => name).join(", ") || "None",
    },
  ];
  return (
    <div className={frameStyle}>
      {(form.isRefused || form.overtaken) && (
        <Suspense>
          <Conflict form={form} />
        </Suspense>
      )}
      {form.saving.error && !form.overtaken && !form.isRefused && (
        <ErrorNotice title="The workflow was not saved." error={form.saving.error} onRetry={handleSave} />
      )}
      {unknown && !known && (
        <ErrorNotice
          title="What steps can use could not be read."
          error={unknown}
          onRetry={() => void loadStepChoices(place)}
        />
      )}
      <EditorBar
        look={look}
        onLook={(value) => set({ look: value === "list" ? null : value }, inPlace)}
        search={search}
        onSearch={setSearch}
        editor={editor}
        onOpen={(id) => open(id)}
        canCollapse={graph.steps.length > 0 && look === "list"}
        isCollapsed={work.collapsed.size > 0}
        onCollapse={(isCollapsed) => work.collapseAll(isCollapsed ? graph.steps.map(({ id }) => id) : [])}
        isReadOnly={isReadOnly}
      />
      <div className={columns} data-beside={(isWide && panel !== null) || undefined}>
        <div ref={frame} className={main}>
          {look !== "canvas" && (
            <ul className={settingsList}>
              {settings.map(({ part: which, icon, label, text }) => (
                <li key={which}>
                  <button
                    type="button"
                    aria-expanded={part === which}
                    onClick={() => open(part === which ? null : which)}
                  >
                    {icon}
                    <strong>{label}</strong>
                    <span>{text}</span>
                  </button>
                  {!isWide && part === which && panel}
                </li>
              ))}
            </ul>
          )}
          {general.length > 0 &&
            graph.steps.length > 0 &&
            general.map(({ message }) => <p key={message}>{message}</p>)}
          {look === "procedure" ? (
            <Suspense fallback={<Skeleton height="240px" />}>
              <Procedure
                {...{ outline, steps, numbers, names, place, problems }}
                name={form.typed.name}
                trigger={form.typed.trigger}
                choices={choices ?? noChoices}
                commands={isReadOnly ? null : work.commands}
                onOpen={(id) => set({ look: null, step: id }, inPlace)}
                onChange={editor.changeStep}
                onAdd={(added, after) =>
                  changeGraph(addSteps(graph, after === null ? "end" : { after }, added))
                }
              />
            </Suspense>
          ) : look === "canvas" ? (
            <Suspense fallback={<Skeleton height="480px" />}>
              <Canvas
                {...{ graph, numbers, names, problems, changeGraph, isReadOnly }}
                trigger={form.typed.trigger}
                openId={openId}
                onOpen={(id) => open(id)}
                onAdd={work.ask}
                onRemove={work.commands.remove}
              />
              {!isWide && openStep && panel}
            </Suspense>
          ) : graph.steps.length === 0 ? (
            <div className={empty}>
              <p>What happens first?</p>
              {!isReadOnly && (
                <Button kind="primary" icon={<Plus size={17} aria-hidden />} onClick={() => work.ask("end")}>
                  Add step
                </Button>
              )}
            </div>
          ) : (
            <div {...keys}>
              <StepList
                {...{ outline, steps, numbers, shown, isReadOnly }}
                collapsed={work.collapsed}
                onAdd={work.ask}
                onTail={(at, tail) => changeGraph(setTail(graph, at, tail))}
                drawForm={(step) => (!isWide && openId === step.id ? panel : null)}
                drawRow={(step, { hasBranches }) => (
                  <StepRow
                    step={step}
                    number={numbers.get(step.id) ?? ""}
                    names={names}
                    problems={problems.get(step.id) ?? []}
                    isOpen={openId === step.id}
                    hasBranches={hasBranches}
                    isCollapsed={work.collapsed.has(step.id)}
                    onOpen={() => open(openId === step.id ? null : step.id)}
                    commands={isReadOnly ? null : work.commands}
                    onDragStart={() => (dragged.current = step.id)}
                    onDrop={(event) => {
                      event.preventDefault();
                      if (dragged.current && dragged.current !== step.id) work.drag(dragged.current, step.id);
                      dragged.current = null;
                    }}
                  />
                )}
              />
            </div>
          )}
          {shown?.size === 0 && <p className={none}>No step has these words.</p>}
        </div>
        {isWide && panel !== null && <aside className={side}>{panel}</aside>}
      </div>
      <Suspense>
        {work.adding !== null && <AddStepDialog onChoose={work.add} onClose={() => work.ask(null)} />}
      </Suspense>
      <SaveBar
        changedCount={form.changedCount}
        isSaving={form.saving.isBusy}
        onSave={handleSave}
        onDiscard={form.discard}
      />
    </div>
  );
}

/** The steps that have these words, and those in whose branches they stand. */
function findShown({ items, loose }: Outline, steps: ReadonlyMap<string, Step>, search: string): Set<string> {
  const words = search.toLowerCase();
  const shown = new Set<string>();
  const walk = (list: readonly OutlineItem[]): boolean =>
    list
      .filter(isStep)
      .map((item) => {
        const step = steps.get(item.id);
        const has =
          step !== undefined && `${nameOfStep(step)} ${describeStep(step)}`.toLowerCase().includes(words);
        const hasInner = item.branches.map((branch) => walk(branch.items)).some(Boolean);
        if (has || hasInner) shown.add(item.id);
        if (has) for (const id of listIds([item])) shown.add(id);
        return has || hasInner;
      })
      .some(Boolean);
  walk(items);
  for (const list of loose) walk(list);
  return shown;
}

function readObject(json: string): Record<string, unknown> {
  try {
    return (JSON.parse(json) ?? {}) as Record<string, unknown>; // the server writes an object
  } catch {
    // Cut where it was too long.
    return {};
  }
}

const frameStyle = css`
  display: grid;
  gap: 16px;
  min-width: 0;
`;
const columns = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: start;
  gap: 20px;
  min-width: 0;
  &[data-beside] {
    grid-template-columns: minmax(0, 1fr) minmax(0, 420px);
  }
`;
const main = css`
  display: grid;
  gap: 12px;
  min-width: 0;
  & > p {
    padding: 8px 12px;
    border-radius: var(--ph-radius-s);
    background: var(--ph-warning-soft);
    font-size: var(--ph-text-s);
  }
`;
const side = css`
  position: sticky;
  top: 16px;
  min-width: 0;
  max-height: calc(100dvh - 92px);
  overflow-y: auto;
  /* Focus rings and lists of variables are not cut. */
  padding: 2px;
  margin: -2px;
`;
const settingsList = css`
  display: grid;
  gap: 6px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: grid;
    gap: 6px;
    min-width: 0;
  }
  & > li > button {
    display: flex;
    align-items: center;
    gap: 10px;
    min-width: 0;
    min-height: 40px;
    padding: 6px 14px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius);
    background: var(--ph-sunken);
    color: var(--ph-text);
    font-size: var(--ph-text-s);
    text-align: start;
    cursor: pointer;
  }
  & > li > button:hover {
    border-color: var(--ph-line-strong);
  }
  & > li > button[aria-expanded="true"] {
    border-color: var(--ph-accent-text);
    box-shadow: 0 0 0 1px var(--ph-accent-text);
  }
  & > li > button > svg {
    flex: none;
    color: var(--ph-text-3);
  }
  & > li > button > strong {
    flex: none;
    font-weight: 550;
  }
  & > li > button > span {
    min-width: 0;
    color: var(--ph-text-2);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;
const empty = css`
  display: grid;
  justify-items: center;
  gap: 14px;
  padding: 40px 20px;
  border: 1px dashed var(--ph-line-strong);
  border-radius: var(--ph-radius);
  color: var(--ph-text-2);
`;
const none = css`
  color: var(--ph-text-2);
`;
