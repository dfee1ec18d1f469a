import { useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { ShieldCheck } from "lucide-react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../../shared/contract/agents.ts";
import type { ImportSummary } from "../../../../shared/contract/templates.ts";
import { diffVersions } from "../../../../shared/domain/versions/diffVersions.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { accentNotice } from "../../../parts/accentNotice.ts";
import { Card } from "../../../parts/Card.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { ChangeList } from "../../../parts/publish/ChangeList.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { useWrongField } from "../../../parts/useWrongField.ts";
import { copyShown } from "../../../state/copyShown.ts";
import { navigate } from "../../../state/navigation.ts";
import { agentTabPath } from "../../../state/paths.ts";
import type { AgentPlace } from "../../../state/paths.ts";
import { surfaces } from "../../../state/surface.ts";
import { replaceAgent } from "../../../state/templates.ts";
import { CheckRow } from "./CheckRow.tsx";
import { ImportFacts } from "./ImportFacts.tsx";
import { ImportModel } from "./ImportModel.tsx";
import { modeEnd, modeForm } from "./modeStyle.ts";

interface ReplaceFormProps {
  agent: Snapshot<Agent>;
  place: AgentPlace;
  summary: ImportSummary;
  onOther: () => void;
}

/** What would change, field by field, and the agent's name to type before it does. */
export function ReplaceForm({ agent, place, summary, onOther }: ReplaceFormProps): ReactNode {
  const [typed, setTyped] = useState("");
  const [hasTried, setHasTried] = useState(false);
  const [testCases, setTestCases] = useState(true);
  const [model, setModel] = useState(summary.configuration.model);
  const isRight = typed.trim() === agent.name.trim();
  const look = useCurrentLook(place.agentId);
  // The revision that was compared: who saves meanwhile is not overwritten.
  const [compared] = useState(() => ({
    revision: agent.revision,
    configuration: copyShown(agent.configuration),
  }));
  const changes = diffVersions(
    { configuration: compared.configuration, look: look ?? {}, sources: null },
    {
      configuration: { ...summary.configuration, model },
      look: look && summary.surfaces ? { ...look, ...summary.surfaces.widget } : (look ?? {}),
      sources: null,
    },
  );
  const replacing = useAction(async () => {
    const { revision } = compared;
    await replaceAgent(place, summary.exportId, {
      ...{ revision, model, look: true, sources: true },
      testCases,
    });
    showToast("The draft is replaced; the one before is kept as a backup");
    navigate(agentTabPath({ ...place, tab: "settings" }));
  });
  const form = useWrongField(replacing.error);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setHasTried(true);
    if (isRight) void replacing.run();
  };
  return (
    <form ref={form} className={modeForm} onSubmit={handleSubmit} noValidate aria-label="Replace">
      <ImportFacts summary={summary} />
      <Card title="What changes" subtitle="The draft now, and as the import makes it.">
        <ChangeList changes={changes} pages={null} />
      </Card>
      <section className={accentNotice} aria-label="What is kept">
        <ShieldCheck size={18} aria-hidden />
        <ul>
          <li>Conversations, the snippet’s token, allowed domains, its own sources and test cases stay.</li>
          <li>Visitors go on meeting version {agent.publishedVersion} until you publish.</li>
          <li>The draft as it is now is kept as a backup version, to be restored.</li>
        </ul>
      </section>
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
            hint="Beside those that the agent has."
            isOn={testCases}
            onChange={setTestCases}
          />
        )}
        <TextField
          label={`Type “${agent.name}” to go on`}
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
        <Button type="submit" kind="danger" isBusy={replacing.isBusy}>
          Replace the draft
        </Button>
      </div>
    </form>
  );
}

/** How the chat looks now, as far as it is known. */
function useCurrentLook(agentId: string): Record<string, unknown> | null {
  const { data } = useSnapshot(surfaces);
  return data?.agentId === agentId ? copyShown(data.surface.settings) : null;
}
