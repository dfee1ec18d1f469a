import { useState } from "react";
import type { ReactNode } from "react";
import type { Agent } from "../../../shared/contract/agents.ts";
import { iframeSnippet, policyLines, scriptSnippet } from "../../../shared/frame/snippet.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { Toggle } from "../../../shared/ui/Toggle.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { Choices } from "../../parts/Choices.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import type { AgentPlace } from "../../state/paths.ts";
import { changeAtOnce } from "../../state/surface.ts";
import type { ShownSurface } from "../../state/surface.ts";
import { CodeBlock } from "./CodeBlock.tsx";
import { LastSeen } from "./LastSeen.tsx";

interface InstallProps {
  agent: Pick<Agent, "name">;
  place: AgentPlace;
  surface: ShownSurface;
  isReadOnly: boolean;
}

/** The one line to paste, whether a page has loaded it, and the switch that takes the chat off all sites. */
export function Install({ agent, place, surface, isReadOnly }: InstallProps): ReactNode {
  const [kind, setKind] = useState<"script" | "iframe">("script");
  const { enabled } = surface;
  const switching = useAction(async (isOn: boolean) => {
    await changeAtOnce(place, () => ({ enabled: isOn }));
    showToast(isOn ? "The chat is on" : "The chat is off");
  });
  const source = { host: location.origin, token: surface.token };
  return (
    <Card
      title="Chat widget"
      subtitle={enabled ? "On. Sites that load it show the agent." : "Off. It shows on no site."}
      aside={
        <Toggle
          isOn={enabled}
          size="large"
          label="Chat widget is on"
          isDisabled={isReadOnly || switching.isBusy}
          onChange={(isOn) => void switching.run(isOn)}
        />
      }
    >
      {switching.error && <ErrorNotice title="The switch was not changed." error={switching.error} />}
      <div className={body}>
        <Choices
          label="Kind of snippet"
          value={kind}
          onChange={setKind}
          options={[
            { value: "script", label: "Script tag" },
            { value: "iframe", label: "iframe" },
          ]}
        />
        <p>
          {kind === "script"
            ? "Paste this before </body> of every page. It shows a button that opens the chat."
            : "Paste this where the chat should stand in the page. It needs no script."}
        </p>
        <CodeBlock
          label={kind === "script" ? "Copy script tag" : "Copy iframe"}
          code={kind === "script" ? scriptSnippet(source) : iframeSnippet(source, agent.name)}
        />
        <details>
          <summary>Your site has a Content-Security-Policy?</summary>
          <p>Add these sources to the directives that it has.</p>
          <CodeBlock label="Copy policy lines" code={policyLines(source)} />
        </details>
        <LastSeen lastSeen={surface.lastSeen} />
      </div>
    </Card>
  );
}

const body = css`
  display: grid;
  gap: 12px;
  min-width: 0;
  & p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & summary {
    width: fit-content;
    padding: 3px 0;
    font-size: var(--ph-text-s);
    font-weight: 550;
    color: var(--ph-accent-text);
    cursor: pointer;
  }
  & > details > p {
    margin: 4px 0 8px;
  }
`;
