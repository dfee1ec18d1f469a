import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { Page } from "../../../parts/Page.tsx";
import { useQuery } from "../../../parts/useQuery.ts";
import { defaultModels, loadDefaultModels } from "../../../state/models/modelKeys.ts";
import { loadModels } from "../../../state/models/models.ts";
import { BeginStep } from "./BeginStep.tsx";
import { DraftNotes } from "../../../parts/generate/DraftNotes.tsx";
import { FlowFooter } from "./FlowFooter.tsx";
import { flowColumns, flowMain } from "./flowStyle.ts";
import { IdentityStep } from "./IdentityStep.tsx";
import { KeptNotice } from "./KeptNotice.tsx";
import { KnowledgeStep } from "./KnowledgeStep.tsx";
import { LazyDraft } from "./LazyDraft.tsx";
import { findProblems, steps, takeDraft, type NewAgent, type Step } from "./newAgent.ts";
import { Stepper } from "./Stepper.tsx";
import { useCreating } from "./useCreating.ts";
import { useDrafting } from "../../../parts/generate/useDrafting.ts";
import { useFlowKeys } from "./useFlowKeys.ts";
import { useWrongField } from "../../../parts/useWrongField.ts";
import { useTypedAgent } from "./useTypedAgent.ts";
import { VoiceStep } from "./VoiceStep.tsx";
import { readWay } from "./ways.ts";

const questions: Record<Step, string> = {
  begin: "How would you like to begin?",
  identity: "Who is it?",
  voice: "How does it answer?",
  knowledge: "What does it know?",
};

/** Making an agent in four steps, with the chat beside them as it will look. What is typed stays whatever step is shown. */
export default function CreateFlow({ orgId }: { orgId: string }): ReactNode {
  const query = useQuery();
  const step = steps.find((one) => one === query.read("step")) ?? "begin";
  const at = steps.indexOf(step);
  const way = readWay(query.read("way"));
  const { data: presets } = useSnapshot(defaultModels);
  const { typed, isRestored, change, reach, discard } = useTypedAgent(orgId, presets);
  const { agent, wish, drafted } = typed;
  const reached = Math.max(typed.reached, at);
  const [hasTried, setHasTried] = useState(false);
  /** The step where something was found wrong last. */
  const [wrong, setWrong] = useState<{ step: Step } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    void loadDefaultModels(orgId);
    // A model that is refused can be changed at once.
    void loadModels(orgId);
  }, [orgId]);

  const isFirst = useRef(true);
  useEffect(() => {
    // Whoever moves on by keyboard or reads by ear begins at the new step's top, unless its field took the focus.
    if (!isFirst.current && !document.activeElement?.matches("input, textarea")) heading.current?.focus();
    isFirst.current = false;
    heading.current?.closest("main")?.scrollTo({ top: 0 });
  }, [step]);
  const main = useWrongField(wrong?.step === step && wrong);

  const creating = useCreating({ orgId, typed: agent, onRefused: (refused) => mend(refused) });
  const problems = { ...creating.problems, ...(hasTried && findProblems(agent, step)) };
  const goTo = (next: Step) => {
    setHasTried(false);
    reach(steps.indexOf(next));
    query.set({ step: next === "begin" ? null : next });
  };
  const drafting = useDrafting({
    ...{ orgId, wish, onWish: (wanted) => change({ wish: wanted }) },
    onDrafted: (answer) => {
      change({ drafted: answer, agent: takeDraft(agent, answer) });
      goTo("identity");
    },
  });

  /** The first step that something is wrong in, of those up to here; null where all is right. */
  const findWrong = (last: number) =>
    steps.slice(0, last + 1).find((one) => Object.keys(findProblems(agent, one)).length > 0) ?? null;
  /** Leads to what is wrong, wherever it was found. */
  const mend = (found: Step) => {
    if (found !== step) goTo(found);
    setHasTried(true);
    setWrong({ step: found });
  };
  const finish = () => {
    const found = findWrong(steps.length - 1);
    if (found) mend(found);
    else void creating.run();
  };
  const next = () => {
    if (step === "begin") {
      if (way === "describe" || way === "website") void drafting.start(way);
      else if (way === null) goTo("identity");
      return;
    }
    if (at === steps.length - 1) return finish();
    if (findWrong(at) === step) return mend(step);
    goTo(steps[at + 1] ?? step);
  };
  const back = () => goTo(steps[at - 1] ?? "begin");
  useFlowKeys({ onNext: next, onBack: at > 0 ? back : null });

  const startOver = () => {
    drafting.clear();
    discard();
    query.set({ step: null, way: null });
  };
  const furthest = steps[typed.reached] ?? "begin";

  const stepProps = { orgId, agent, onChange: (next: NewAgent) => change({ agent: next }), problems };
  const isGallery = step === "begin" && way === "template";
  return (
    <Page
      title="Create an AI agent"
      subtitle="It gets a chat widget at once. Everything here can be changed later."
    >
      <div className={flowColumns} data-wide={isGallery || undefined}>
        <div ref={main} className={flowMain}>
          {isRestored && (
            <KeptNotice
              onGoOn={step === "begin" && furthest !== step ? () => goTo(furthest) : null}
              onDiscard={startOver}
            />
          )}
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
            <LazyDraft draft={{ ...agent.configuration, look: agent.look }} />
          </aside>
        )}
      </div>
    </Page>
  );
}
