import { Suspense, useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { Page } from "../../../parts/Page.tsx";
import { BeginStep } from "./BeginStep.tsx";
import { DraftNotes } from "../../../parts/generate/DraftNotes.tsx";
import { FlowFooter } from "./FlowFooter.tsx";
import { flowColumns, flowMain } from "./flowStyle.ts";
import { KeptNotice } from "./KeptNotice.tsx";
import { IdentityStep, KnowledgeStep, VoiceStep } from "./later.ts";
import { LazyDraft } from "./LazyDraft.tsx";
import type { Step } from "./newAgent.ts";
import { Stepper } from "./Stepper.tsx";
import { useCreateFlow } from "./useCreateFlow.ts";
import { useWrongField } from "../../../parts/useWrongField.ts";

const questions: Record<Step, string> = {
  begin: "How would you like to begin?",
  identity: "Who is it?",
  voice: "How does it answer?",
  knowledge: "What does it know?",
};

/** Making an agent in four steps, with the chat beside them as it will look. What is typed stays whatever step is shown. */
export function CreateFlow({ orgId }: { orgId: string }): ReactNode {
  const flow = useCreateFlow(orgId);
  const { step, way, reached, agent, drafted, problems, drafting, creating, goTo } = flow;
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // Keyboard and screen reader users start at the new step's top, unless its field took the focus.
    if (!isFirst.current && !document.activeElement?.matches("input, textarea")) heading.current?.focus();
    isFirst.current = false;
    heading.current?.closest("main")?.scrollTo({ top: 0 });
  }, [step]);
  const main = useWrongField(flow.wrong);

  const stepProps = { orgId, agent, onChange: flow.changeAgent, problems };
  const isGallery = step === "begin" && way === "template";
  return (
    <Page title="Create an AI agent" subtitle="It gets a chat widget. You can change everything later.">
      <div className={flowColumns} data-wide={isGallery || undefined}>
        <div ref={main} className={flowMain}>
          {flow.isRestored && (
            <KeptNotice
              onGoOn={step === "begin" && flow.furthest !== step ? () => goTo(flow.furthest) : null}
              onDiscard={flow.startOver}
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
          <Suspense fallback={<Skeleton height="420px" />}>
            {step === "identity" && <IdentityStep {...stepProps} />}
            {step === "voice" && <VoiceStep {...stepProps} />}
            {step === "knowledge" && <KnowledgeStep {...stepProps} />}
          </Suspense>
          {step !== "begin" && creating.error && (
            <ErrorNotice title="The agent was not created." error={creating.error} />
          )}
          {step !== "begin" && (
            <FlowFooter
              onBack={flow.back}
              nextLabel={step === "knowledge" ? "Create agent" : "Next"}
              isBusy={creating.isBusy}
              onNext={flow.next}
              {...(step !== "knowledge" && { onFinish: flow.finish })}
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
