import { useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { KeyRound, Play } from "lucide-react";
import type { WorkflowDetail } from "../../../../shared/contract/workflows/workflows.ts";
import type { HookAuth } from "../../../../shared/domain/workflows/triggers.ts";
import type { Variable } from "../../../../shared/domain/workflows/graph.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { CodeBlock } from "../../../parts/CodeBlock.tsx";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { ShownOnceDialog } from "../../../parts/ShownOnceDialog.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { useQuery } from "../../../parts/useQuery.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import { startRun } from "../../../state/workflows/workflowRuns.ts";
import { renewHook } from "../../../state/workflows/workflows.ts";
import type { WorkflowPlace } from "../../../state/workflows/workflows.ts";

interface HookCardProps {
  place: WorkflowPlace;
  hook: Snapshot<WorkflowDetail["hook"]>;
  auth: HookAuth;
  /** Whose inputs the sample begins with. */
  variables: readonly Snapshot<Variable>[];
}

/** Where another program calls the workflow, and the secret with which it may. */
export function HookCard({ place, hook, auth, variables }: HookCardProps): ReactNode {
  const [secret, setSecret] = useState<string | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  const renew = async () => setSecret((await renewHook(place)).secret);
  const making = useAction(renew);
  if (!hook) return <p className={hint}>Save to get its address.</p>;
  return (
    <div className={frame}>
      <CodeBlock label="Copy address" code={hook.url} />
      {auth !== "none" && (
        <>
          <p className={hint}>
            {hook.hasSecret ? `Its secret ends in …${hook.secretEnding}` : "It has no secret yet."}
          </p>
          {mayDo("workflows.update") && (
            <Button
              size="small"
              icon={<KeyRound size={15} aria-hidden />}
              isBusy={making.isBusy}
              onClick={() => (hook.hasSecret ? setIsAsked(true) : void making.run())}
            >
              {hook.hasSecret ? "Renew secret" : "Create secret"}
            </Button>
          )}
        </>
      )}
      {mayDo("workflows.update") && <SendTest place={place} variables={variables} />}
      {making.error && <ErrorNotice title="The secret was not created." error={making.error} />}
      {isAsked && (
        <ConfirmDialog
          title="Renew the secret?"
          confirmLabel="Renew secret"
          onConfirm={renew}
          onClose={() => setIsAsked(false)}
        >
          The current secret stops working immediately. Programs that call this workflow need the new one.
        </ConfirmDialog>
      )}
      {secret !== null && (
        <ShownOnceDialog
          what="secret"
          label="Secret of the webhook"
          text={secret}
          width={520}
          onClose={() => setSecret(null)}
        >
          The program that calls the workflow needs it. The old one no longer works.
        </ShownOnceDialog>
      )}
    </div>
  );
}

/** Runs the saved draft with a payload, as if the webhook had brought it, and shows the run. */
function SendTest({ place, variables }: Pick<HookCardProps, "place" | "variables">): ReactNode {
  const query = useQuery();
  const [payload, setPayload] = useState(() => writeSample(variables));
  const [problem, setProblem] = useState<string | undefined>();
  const sending = useAction(async (hookBody: unknown) => {
    const { id } = await startRun(place, { input: {}, draft: true, hookBody });
    query.set({ view: "runs", run: id });
  });
  const handleSend = () => {
    const body = readJson(payload);
    setProblem(body === undefined ? "Write it as JSON." : undefined);
    if (body !== undefined) void sending.run(body);
  };
  return (
    <>
      <TextArea label="Sample payload" rows={4} value={payload} error={problem} onChange={setPayload} />
      <Button size="small" icon={<Play size={15} aria-hidden />} isBusy={sending.isBusy} onClick={handleSend}>
        Send test
      </Button>
      <p className={hint}>Runs the saved draft with this payload.</p>
      {sending.error && <ErrorNotice title="The test wasn’t sent." error={sending.error} />}
    </>
  );
}

function writeSample(variables: HookCardProps["variables"]): string {
  const inputs = variables.filter(({ isInput }) => isInput);
  return JSON.stringify(
    Object.fromEntries(inputs.map(({ name, type, value }) => [name, value ?? samples[type]])),
    null,
    2,
  );
}

const samples: Record<Variable["type"], unknown> = {
  ...{ text: "text", number: 1, yes_no: true, list: [], object: {} },
};

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const frame = css`
  display: grid;
  justify-items: start;
  gap: 10px;
  min-width: 0;
  & > :first-child,
  & > :has(textarea) {
    justify-self: stretch;
  }
`;
const hint = css`
  color: var(--ph-text-2);
  font-size: var(--ph-text-s);
`;
