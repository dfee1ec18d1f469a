import { useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { useSnapshot } from "valtio";
import { useParams } from "wouter";
import type { AgentConfiguration } from "../../../shared/contract/agents.ts";
import { builtinModel, findModel } from "../../../shared/domain/models.ts";
import { personaLimit } from "../../../shared/domain/limits.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { Page } from "../../parts/Page.tsx";
import { useAction } from "../../parts/useAction.ts";
import { defaultAgentIcon } from "../../parts/agentIcons.ts";
import { agents, createAgent } from "../../state/agents.ts";
import { navigate } from "../../state/navigation.ts";
import { subscription } from "../../state/organization.ts";
import { paths } from "../../state/paths.ts";
import { IconPicker } from "./IconPicker.tsx";
import { mayCreateMore } from "./mayCreateMore.ts";
import { ModelPicker } from "./ModelPicker.tsx";
import { PersonalityPicker } from "./PersonalityPicker.tsx";
import { PlanLimit } from "./PlanLimit.tsx";

const blank: AgentConfiguration = {
  name: "",
  icon: defaultAgentIcon,
  description: "",
  personality: { preset: "friendly", text: "" },
  model: builtinModel,
  instructions: "",
  language: "auto",
};

/** Makes an agent: what it is called, looks and sounds like, and which model answers. */
export default function CreateAgent(): ReactNode {
  const { orgId = "" } = useParams();
  const { data: plan } = useSnapshot(subscription);
  const { page } = useSnapshot(agents);
  const [typed, setTyped] = useState(blank);
  const { run, isBusy, error } = useAction(async () => {
    const agent = await createAgent(orgId, typed);
    showToast(`${agent.name} is live`);
    navigate(paths.agent(orgId, agent.id));
  });
  const textLimit = findModel(typed.model)?.limit ?? personaLimit;
  const isTextFine = typed.personality.preset !== "custom" || typed.personality.text.length <= textLimit;

  if (!mayCreateMore(plan, page?.total ?? 0)) return <PlanLimit />;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isTextFine) void run();
  };
  const set =
    <Name extends keyof AgentConfiguration>(name: Name) =>
    (value: AgentConfiguration[Name]) =>
      setTyped({ ...typed, [name]: value });
  return (
    <Page
      title="Create an AI agent"
      subtitle="It gets a chat widget at once. Everything here can be changed later."
      isNarrow
    >
      <form className={form} onSubmit={handleSubmit} noValidate>
        <Card>
          <TextField
            label="Name"
            hint="What visitors see, such as Harbour Help."
            isRequired
            autoFocus
            maxLength={80}
            value={typed.name}
            onChange={set("name")}
            error={findFieldError(error, "name")}
          />
          <IconPicker value={typed.icon} onChange={set("icon")} />
        </Card>
        <Card>
          <PersonalityPicker
            value={typed.personality}
            onChange={set("personality")}
            textLimit={textLimit}
            error={findFieldError(error, "personality.text")}
          />
        </Card>
        <Card>
          <ModelPicker orgId={orgId} value={typed.model} onChange={set("model")} />
        </Card>
        {error && !findFieldError(error, "name") && (
          <ErrorNotice title="The agent was not created." error={error} />
        )}
        <div className={end}>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            Create agent
          </Button>
        </div>
      </form>
    </Page>
  );
}

const form = css`
  display: grid;
  gap: 16px;
`;
const end = css`
  display: flex;
  justify-content: flex-end;
`;
