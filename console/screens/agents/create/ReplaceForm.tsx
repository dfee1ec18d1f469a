import { useLayoutEffect, useRef, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import type { ImportSummary } from "../../../../shared/contract/agents/templates.ts";
import { toRequestError } from "../../../../shared/client/requestError.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { Card } from "../../../parts/Card.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { Loaded } from "../../../parts/Loaded.tsx";
import { ChangeList } from "../../../parts/publish/ChangeList.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { useWrongField } from "../../../parts/useWrongField.ts";
import { navigate } from "../../../state/shell/navigation.ts";
import { agentTabPath } from "../../../state/shell/paths.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { loadSurface } from "../../../state/surfaces/surface.ts";
import { replaceAgent } from "../../../state/agents/templates.ts";
import { CheckRow } from "./CheckRow.tsx";
import { ImportFacts } from "./ImportFacts.tsx";
import { ImportModel } from "./ImportModel.tsx";
import { KeptOnReplace } from "./KeptOnReplace.tsx";
import { LazyDraft } from "./LazyDraft.tsx";
import { listReplaced } from "./listReplaced.ts";
import { modeEnd, modeForm, modeTop } from "./modeStyle.ts";
import { useCompared } from "./useCompared.ts";
import { useCurrentLook } from "./useCurrentLook.ts";

interface ReplaceFormProps {
  agent: Snapshot<Agent>;
  place: AgentPlace;
  summary: ImportSummary;
  onOther: () => void;
}

/** What would change, field by field, and the agent's name to type before it does. */
export function ReplaceForm({ agent, place, summary: first, onOther }: ReplaceFormProps): ReactNode {
  const { compared, summary, overtaken, compareAgain } = useCompared({ agent, place, summary: first });
  const [typed, setTyped] = useState("");
  const [hasTried, setHasTried] = useState(false);
  const [testCases, setTestCases] = useState(true);
  const [model, setModel] = useState(summary.configuration.model);
  const isRight = typed.trim() === agent.name.trim();
  const current = useCurrentLook(place);
  // Where no look comes, there is none to compare.
  const look = summary.surfaces ? current : { ...current, status: "ready" as const, data: {}, error: null };
  const isCompared = look.data !== null;
  const brought = { ...summary, configuration: { ...summary.configuration, model } };
  const top = useRef<HTMLDivElement>(null);
  // What was pressed is gone: who reads on by keys or by ear begins here.
  useLayoutEffect(() => top.current?.focus({ preventScroll: true }), []);
  const replacing = useAction(async () => {
    const { revision } = compared;
    const lookRevision = summary.surfaces ? current.revision : undefined;
    const parts = { look: true, sources: true, testCases };
    try {
      await replaceAgent(place, summary.exportId, { revision, lookRevision, model, ...parts });
    } catch (thrown) {
      const error = toRequestError(thrown);
      if (error.code !== "conflict" || !(await compareAgain(lookRevision, error))) throw thrown;
      return top.current?.focus();
    }
    showToast("Draft replaced. The previous one is kept as a backup");
    navigate(agentTabPath({ ...place, tab: "settings" }));
  });
  const form = useWrongField(replacing.error);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setHasTried(true);
    if (isRight && isCompared) void replacing.run();
  };
  return (
    <>
      <form ref={form} className={modeForm} onSubmit={handleSubmit} noValidate aria-label="Replace">
        <div ref={top} tabIndex={-1} className={modeTop}>
          <ImportFacts summary={summary} />
        </div>
        {overtaken && <ErrorNotice {...overtaken} />}
        <Card title="What changes" subtitle="The draft now, and as the import makes it.">
          <Loaded
            resource={look}
            skeleton={<Skeleton height="120px" />}
            failedTitle="How the chat looks now can’t be read."
            needs="surfaces.read"
            onRetry={() => loadSurface(place)}
          >
            {(now) => <ChangeList changes={listReplaced({ ...compared, look: now }, brought)} pages={null} />}
          </Loaded>
        </Card>
        <KeptOnReplace publishedVersion={agent.publishedVersion} />
        {replacing.error && !findFieldError(replacing.error, "model") && (
          <ErrorNotice title="The agent was not replaced." error={replacing.error} />
        )}
        <Card>
          <ImportModel
            {...{ orgId: place.orgId, summary, error: replacing.error }}
            value={model}
            onChange={setModel}
          />
          {summary.testCases > 0 && (
            <CheckRow
              label="Its test cases"
              hint="In addition to its existing ones."
              isOn={testCases}
              onChange={setTestCases}
            />
          )}
          <TextField
            label={`Type “${agent.name}” to confirm`}
            autoComplete="off"
            isRequired
            value={typed}
            onChange={setTyped}
            error={hasTried && !isRight ? "This is not the agent’s name." : undefined}
          />
        </Card>
        <div className={modeEnd}>
          <Button kind="quiet" onClick={onOther}>
            Another file
          </Button>
          <Button type="submit" kind="danger" isBusy={replacing.isBusy} disabled={!isCompared}>
            Replace the draft
          </Button>
        </div>
      </form>
      <aside>
        {current.data && (
          <LazyDraft
            draft={{ ...brought.configuration, look: { ...current.data, ...summary.surfaces?.widget } }}
            note="This is how it will look once you publish."
          />
        )}
      </aside>
    </>
  );
}
