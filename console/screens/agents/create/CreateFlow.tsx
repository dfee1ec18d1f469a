import { Suspense, lazy, useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Generated } from "../../../../shared/contract/generate.ts";
import { builtinModel } from "../../../../shared/domain/models.ts";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { Page } from "../../../parts/Page.tsx";
import { useQuery } from "../../../parts/useQuery.ts";
import { defaultModel, loadDefaultModel } from "../../../state/modelKeys.ts";
import { BeginStep } from "./BeginStep.tsx";
import { DraftNotes } from "./DraftNotes.tsx";
import { FlowFooter } from "./FlowFooter.tsx";
import { IdentityStep } from "./IdentityStep.tsx";
import { KnowledgeStep } from "./KnowledgeStep.tsx";
import { blankAgent, findProblems, steps, takeDraft, type Step } from "./newAgent.ts";
import { Stepper } from "./Stepper.tsx";
import { useCreating } from "./useCreating.ts";
import { useDrafting } from "./useDrafting.ts";
import { useFlowKeys } from "./useFlowKeys.ts";
import { VoiceStep } from "./VoiceStep.tsx";
import { readWay } from "./ways.ts";

const DraftPreview = lazy(() => import("./DraftPreview.tsx"));

const questions: Record<Step, string> = {
  begin: "How would you like to begin?",
  identity: "Who is it?",
  voice: "How does it answer?",
  knowledge: "What does it know?",
};

/** Making an agent in four steps, with the chat beside them as it will look. What is typed stays whatever step is shown. */
export function CreateFlow({ orgId }: { orgId: string }): ReactNode {
  const query = useQuery();
  const step = steps.find((one) => one === query.read("step")) ?? "begin";
  const at = steps.indexOf(step);
  const way = readWay(query.read("way"));
  const [agent, setAgent] = useState(blankAgent);
  const [wish, setWish] = useState({ description: "", url: "", model: builtinModel });
  const [drafted, setDrafted] = useState<Generated | null>(null);
  const [reached, setReached] = useState(0);
  const [hasTried, setHasTried] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { data: preset } = useSnapshot(defaultModel);
  const presetModel = preset?.chat;
  useEffect(() => void loadDefaultModel(orgId), [orgId]);
  useEffect(() => {
    if (!presetModel) return;
    // What the organisation begins with, unless another model was chosen before it was known.
    const choose = (model: string) => (model === builtinModel ? presetModel : model);
    setWish((before) => ({ ...before, model: choose(before.model) }));
    setAgent((before) => {
      const { configuration } = before;
      return { ...before, configuration: { ...configuration, model: choose(configuration.model) } };
    });
  }, [presetModel]);

  const isFirst = useRef(true);
  useEffect(() => {
    // Whoever moves on by keyboard or reads by ear begins at the new step's top, unless its field took the focus.
    if (!isFirst.current && !document.activeElement?.matches("input, textarea")) heading.current?.focus();
    isFirst.current = false;
    heading.current?.closest("main")?.scrollTo({ top: 0 });
  }, [step]);

  const creating = useCreating(orgId, agent);
  const problems = { ...creating.problems, ...(hasTried && findProblems(agent, step)) };
  const goTo = (next: Step) => {
    setHasTried(false);
    setReached(Math.max(reached, steps.indexOf(next)));
    query.set({ step: next === "begin" ? null : next });
  };
  const drafting = useDrafting({
    ...{ orgId, wish, onWish: setWish },
    onDrafted: (answer) => {
      setDrafted(answer);
      setAgent(takeDraft(agent, answer));
      goTo("identity");
    },
  });

  /** The first step that something is wrong in, of those up to here; null where all is right. */
  const findWrong = (last: number) =>
    steps.slice(0, last + 1).find((one) => Object.keys(findProblems(agent, one)).length > 0) ?? null;
  const finish = () => {
    const wrong = findWrong(steps.length - 1);
    if (wrong === null) return void creating.run();
    if (wrong !== step) goTo(wrong);
    setHasTried(true);
  };
  const next = () => {
    if (step === "begin") {
      if (way === "describe" || way === "website") void drafting.start(way);
      else if (way === null) goTo("identity");
      return;
    }
    if (at === steps.length - 1) return finish();
    if (findWrong(at) === step) return setHasTried(true);
    goTo(steps[at + 1] ?? step);
  };
  const back = () => goTo(steps[at - 1] ?? "begin");
  useFlowKeys({ onNext: next, onBack: at > 0 ? back : null });

  const stepProps = { orgId, agent, onChange: setAgent, problems };
  const isGallery = step === "begin" && way === "template";
  return (
    <Page
      title="Create an AI agent"
      subtitle="It gets a chat widget at once. Everything here can be changed later."
    >
      <div className={layout} data-wide={isGallery || undefined}>
        <div className={main}>
          <Stepper current={step} reached={reached} onChoose={goTo} />
          <h2 ref={heading} tabIndex={-1}>
            {questions[step]}
          </h2>
          {step === "begin" && (
            <BeginStep orgId={orgId} drafting={drafting} onByHand={() => goTo("identity")} />
          )}
          {step === "identity" && drafted && <DraftNotes drafted={drafted} />}
          {step === "identity" && <IdentityStep {...stepProps} />}
          {step === "voice" && <VoiceStep {...stepProps} />}
          {step === "knowledge" && <KnowledgeStep {...stepProps} />}
          {step !== "begin" && creating.error && (
            <ErrorNotice title="The agent was not created." error={creating.error} />
          )}
          {step !== "begin" && (
            <FlowFooter
              onBack={back}
              nextLabel={step === "knowledge" ? "Create agent" : "Next"}
              isBusy={creating.isBusy}
              onNext={next}
              {...(step !== "knowledge" && { onFinish: finish })}
            />
          )}
        </div>
        {!isGallery && (
          <aside>
            <Suspense fallback={<Skeleton height="640px" />}>
              <DraftPreview draft={{ ...agent.configuration, look: agent.look }} />
            </Suspense>
          </aside>
        )}
      </div>
    </Page>
  );
}

const layout = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 360px;
  align-items: start;
  gap: 48px;
  & > aside {
    position: sticky;
    top: 24px;
    min-width: 0;
  }
  &[data-wide] {
    grid-template-columns: minmax(0, 1fr);
  }
  @media (max-width: 1024px) {
    grid-template-columns: minmax(0, 1fr);
    gap: 32px;
    & > aside {
      position: static;
    }
  }
`;
const main = css`
  display: grid;
  gap: 20px;
  min-width: 0;
  & > h2 {
    font-size: var(--ph-text-xl);
    font-weight: 600;
    letter-spacing: -0.01em;
    outline: none;
  }
`;
