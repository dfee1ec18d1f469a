import { useState } from "react";
import type { ReactNode } from "react";
import { Monitor, RotateCcw, Smartphone } from "lucide-react";
import type { PublicConfiguration, WidgetSettings } from "../../shared/contract/surfaces.ts";
import { embedHeight, embedWidth } from "../../shared/domain/limits.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { launcherWords } from "../../shared/words/embed.ts";
import { css } from "../../shared/ui/style/css.ts";
import type { AgentPlace } from "../state/paths.ts";
import { Choices } from "./Choices.tsx";
import { PreviewFrame } from "./PreviewFrame.tsx";
import { ScaledBox } from "./ScaledBox.tsx";

export interface AgentPreviewProps {
  place: AgentPlace;
  /** The surface's public token. */
  token: string;
  /** The agent, of which the frame shows name and icon. */
  agent: { name: string; icon: string; publishedVersion: number; configuration: { language: string } };
  /** As typed: they show with every keystroke. */
  settings: WidgetSettings;
  /** Offers the two sizes; else it fills its place as a phone would. */
  hasSizes?: boolean;
}

/** What the widget is shown as: the iframe snippet's own size, and a phone. */
const sizes = {
  page: { width: embedWidth, height: embedHeight },
  phone: { width: 390, height: 844 },
} as const;

/** The real chat, with the draft and with what is typed, in the sizes and lights in which visitors meet it. */
export function AgentPreview({ place, token, agent, settings, hasSizes }: AgentPreviewProps): ReactNode {
  const [size, setSize] = useState<keyof typeof sizes>(hasSizes ? "page" : "phone");
  const [scheme, setScheme] = useState<"set" | "light" | "dark">("set");
  const [resets, setResets] = useState(0);
  const configuration: PublicConfiguration = {
    agentId: place.agentId,
    name: agent.name,
    icon: agent.icon,
    version: agent.publishedVersion,
    preview: true,
    settings,
    language: agent.configuration.language,
    attachments: null,
    isIdentityRequired: false,
    launcherWords,
    hostedUrl: null,
  };
  return (
    <section className={frame} aria-label="Preview">
      <div className={bar}>
        {hasSizes && (
          <Choices
            label="Size"
            value={size}
            onChange={setSize}
            options={[
              { value: "page", label: "700 × 360", icon: <Monitor size={15} aria-hidden /> },
              { value: "phone", label: "Phone", icon: <Smartphone size={15} aria-hidden /> },
            ]}
          />
        )}
        <Choices
          label="Light"
          value={scheme}
          onChange={setScheme}
          options={[
            { value: "set", label: "As set" },
            { value: "light", label: "Light" },
            { value: "dark", label: "Dark" },
          ]}
        />
        <Button
          kind="quiet"
          size="small"
          icon={<RotateCcw size={15} aria-hidden />}
          onClick={() => setResets(resets + 1)}
        >
          Reset
        </Button>
      </div>
      <ScaledBox {...sizes[size]}>
        <PreviewFrame
          // A new document: the conversation begins anew.
          key={resets}
          place={place}
          token={token}
          configuration={configuration}
          scheme={scheme === "set" ? undefined : scheme}
        />
      </ScaledBox>
      <p className={note}>It answers with the draft. What is said here reaches no inbox and no figures.</p>
    </section>
  );
}

const frame = css`
  display: grid;
  gap: 12px;
  min-width: 0;
`;
const bar = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  & > button {
    margin-inline-start: auto;
  }
`;
const note = css`
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
