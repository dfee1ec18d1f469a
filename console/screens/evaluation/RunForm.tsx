import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Play } from "lucide-react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { builtinModel, findModel } from "../../../shared/domain/models.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Select } from "../../../shared/ui/Select.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { describeCount } from "../../parts/describeNumber.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { runLink } from "../../parts/evaluation/links.ts";
import { watchRun } from "../../parts/evaluation/watchRuns.ts";
import { useAction } from "../../parts/useAction.ts";
import { startRun } from "../../state/evaluation/evaluation.ts";
import { loadModels, models } from "../../state/models/models.ts";
import { navigate } from "../../state/shell/navigation.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";

interface RunFormProps {
  agent: Snapshot<Agent>;
  place: AgentPlace;
  /** How many would be asked. */
  cases: number;
}

/** Chooses what is asked and by which model, and begins. What it will cost at most is said before. */
export function RunForm({ agent, place, cases }: RunFormProps): ReactNode {
  const [target, setTarget] = useState("draft");
  const [model, setModel] = useState("");
  const { data: known } = useSnapshot(models);
  const { orgId } = place;
  useEffect(() => void loadModels(orgId), [orgId]);
  const start = useAction(async () => {
    const version = target === "draft" ? null : agent.publishedVersion;
    const run = await startRun(place, { kind: "tests", version, model: model || null });
    watchRun(place, run);
    navigate(runLink(place, run.id));
  });
  const usable = (known ?? []).filter(({ isAvailable }) => isAvailable);
  const asked = findModel(model || agent.configuration.model);
  const credits = (asked?.creditsPerMessage ?? 0) * cases;
  return (
    <div className={frame}>
      <Select
        label="Version"
        value={target}
        options={[
          { value: "draft", label: "Draft" },
          { value: "published", label: `Version ${agent.publishedVersion} (live)` },
        ]}
        onChange={setTarget}
      />
      <Select
        label="Model"
        value={model}
        options={[
          { value: "", label: "The agent’s model" },
          ...usable.map(({ value, label }) => ({ value, label })),
        ]}
        onChange={setModel}
      />
      <Button
        kind="primary"
        icon={<Play size={16} aria-hidden />}
        isBusy={start.isBusy}
        onClick={() => start.run()}
      >
        Run {cases} {cases === 1 ? "test" : "tests"}
      </Button>
      {asked && asked.value !== builtinModel && (
        <small>About {describeCount(credits, "credit")} at your provider. No budget is used.</small>
      )}
      {start.error && <ErrorNotice title="The run couldn’t start." error={start.error} />}
    </div>
  );
}

const frame = css`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 12px;
  & > small {
    align-self: center;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & > [role="alert"] {
    flex-basis: 100%;
  }
  /* Its parts stand among those around it there. */
  @media (max-width: 480px) {
    display: contents;
    & > :has(select) {
      flex: 1 0 100%;
    }
  }
`;
