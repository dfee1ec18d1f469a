import { useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { freeName } from "../../../../shared/domain/portable.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { Card } from "../../../parts/Card.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { Page } from "../../../parts/Page.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { useWrongField } from "../../../parts/useWrongField.ts";
import { agents } from "../../../state/agents/agents.ts";
import { navigate } from "../../../state/shell/navigation.ts";
import { paths } from "../../../state/shell/paths.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { cloneAgent } from "../../../state/agents/templates.ts";
import { CheckRow } from "./CheckRow.tsx";
import { ClonePreview } from "./ClonePreview.tsx";
import { flowColumns } from "./flowStyle.ts";
import { modeEnd, modeForm } from "./modeStyle.ts";
import { useUpgradeOn } from "./useImporting.ts";
import { WithAgent } from "./WithAgent.tsx";

const title = "Clone an agent";

const preset = { settings: true, look: true, sources: true, readsTexts: true, testCases: false };

/** A second agent like one that is there: what to copy, and its name. */
export function CloneMode({ place }: { place: AgentPlace }): ReactNode {
  return (
    <WithAgent place={place} title={title} mode="clone">
      {(agent) => <CloneForm key={agent.id} agent={agent} place={place} />}
    </WithAgent>
  );
}

function CloneForm({ agent, place }: { agent: Snapshot<Agent>; place: AgentPlace }): ReactNode {
  const { items } = useSnapshot(agents);
  const [name, setName] = useState(() =>
    freeName(
      agent.name,
      items.map((one) => one.name),
    ),
  );
  const [take, setTake] = useState(preset);
  const cloning = useAction(async () => {
    const made = await cloneAgent(place, {
      ...take,
      name: name.trim(),
      readsTexts: take.sources && take.readsTexts,
    });
    showToast(`${made.name} is live`);
    navigate(paths.agent(place.orgId, made.id));
  });
  const { run, isBusy, error } = cloning;
  useUpgradeOn(error?.code);
  const form = useWrongField(error);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  return (
    <Page
      title={title}
      subtitle={`A new agent like ${agent.name}, with its own chat widget and token. Conversations are not copied.`}
    >
      <div className={flowColumns}>
        <form ref={form} className={modeForm} onSubmit={handleSubmit} noValidate aria-label={title}>
          <Card>
            <TextField
              label="Name"
              isRequired
              autoFocus
              limit={80}
              value={name}
              onChange={setName}
              error={findFieldError(error, "name")}
            />
          </Card>
          <Card title="What to copy">
            <div>
              <CheckRow
                label="Settings"
                hint="Personality, model, instructions, guidance and guard rails."
                isOn={take.settings}
                onChange={(settings) => setTake({ ...take, settings })}
              />
              <CheckRow
                label="Look"
                hint="Color, greeting and suggestions of its chat. Its allowed domains are not copied."
                isOn={take.look}
                onChange={(look) => setTake({ ...take, look })}
              />
              <CheckRow
                label="Sources"
                hint="As drafts. Websites are read again when you start it."
                isOn={take.sources}
                onChange={(sources) => setTake({ ...take, sources })}
              />
              <CheckRow
                label="Read texts and files now"
                hint="The copy can answer right away."
                isOn={take.sources && take.readsTexts}
                onChange={(readsTexts) => setTake({ ...take, readsTexts })}
                isDisabled={!take.sources}
              />
              <CheckRow
                label="Test cases"
                hint="Includes visitors’ questions saved as test cases."
                isOn={take.testCases}
                onChange={(testCases) => setTake({ ...take, testCases })}
              />
            </div>
          </Card>
          {error && !findFieldError(error, "name") && (
            <ErrorNotice title="The agent was not cloned." error={error} />
          )}
          <div className={modeEnd}>
            <Button kind="quiet" onClick={() => navigate(paths.agent(place.orgId, place.agentId))}>
              Cancel
            </Button>
            <Button type="submit" kind="primary" isBusy={isBusy}>
              Create agent
            </Button>
          </div>
        </form>
        <aside>
          <ClonePreview agent={agent} place={place} name={name} take={take} />
        </aside>
      </div>
    </Page>
  );
}
