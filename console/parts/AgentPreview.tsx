import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { PublicConfiguration, WidgetSettings } from "../../shared/contract/surfaces/surfaces.ts";
import { breakpoints } from "../../shared/domain/limits.ts";
import { findPresence } from "../../shared/domain/openingHours.ts";
import type { ReadOnlyHours } from "../../shared/domain/openingHours.ts";
import { findModel } from "../../shared/domain/models.ts";
import { describeTaken } from "../../shared/domain/takenFiles.ts";
import { launcherWords } from "../../shared/words/embed.ts";
import { css } from "../../shared/ui/style/css.ts";
import { defaultModels, loadDefaultModels } from "../state/models/modelKeys.ts";
import type { AgentPlace } from "../state/shell/paths.ts";
import { PreviewBar } from "./PreviewBar.tsx";
import { sizePreview, slowNetworkMs } from "./previewChoices.ts";
import type { PreviewChoices, PreviewMode } from "./previewChoices.ts";
import { PreviewFrame } from "./PreviewFrame.tsx";
import { PreviewStage } from "./PreviewStage.tsx";
import { ScaledBox } from "./ScaledBox.tsx";

export interface AgentPreviewProps {
  place: AgentPlace;
  /** The surface's public token. */
  token: string;
  /** The agent, of which the frame shows name and icon. */
  agent: {
    name: string;
    icon: string;
    publishedVersion: number;
    configuration: { language: string; model: string; hours: ReadOnlyHours | null };
  };
  /** As typed: they show with every keystroke. */
  settings: WidgetSettings;
  /** With the launcher on a site, languages, directions and a slow network to try; else in the two plain sizes. */
  isFull?: boolean;
  /** In the two sizes for which a column has room. */
  isSlim?: boolean;
  /** Something is typed that its answers don't follow yet: they come of the draft as it is saved. */
  isBehind?: boolean;
  /** The chat in its own size and nothing around it. */
  isBare?: boolean;
  /** As it is outside the opening hours, whatever the time. */
  isAwayShown?: boolean;
  onAnswer?: (text: string) => void;
}

/** The real chat, with the draft and with what is typed, in the sizes, lights and languages that visitors get. */
export default function AgentPreview({
  place,
  token,
  agent,
  settings,
  isFull = false,
  isSlim = false,
  isBehind = false,
  isBare = false,
  isAwayShown = false,
  onAnswer,
}: AgentPreviewProps): ReactNode {
  const [choices, setChoices] = useState<PreviewChoices>({
    ...{
      mode: isSlim || isBare ? "panel" : firstMode(isFull),
      scheme: "set",
      language: "auto",
      dir: "auto",
      isSlow: false,
    },
  });
  const { data: presets } = useSnapshot(defaultModels);
  useEffect(() => void loadDefaultModels(place.orgId), [place.orgId]);
  const hearsSpeech = presets !== null && presets.speech !== null;
  const [isOpen, setIsOpen] = useState(true);
  const [resets, setResets] = useState(0);
  const section = useRef<HTMLElement>(null);
  const launcher = useRef<HTMLButtonElement>(null);
  const { mode, scheme, language, dir, isSlow } = choices;
  const isBubble = mode === "bubble";
  const focusOutside = () => (launcher.current ?? section.current)?.focus({ preventScroll: true });
  // In a column it stands above, where the bar of unsaved changes does not cover it.
  const about = (
    <p className={note}>
      {isBehind ? "The look updates live. Save to test new answers. " : "Answers use the draft. "}
      Test chats aren’t saved or counted.
    </p>
  );
  return (
    <section ref={section} tabIndex={-1} className={frame} aria-label="Preview">
      {!isBare && (
        <PreviewBar
          choices={choices}
          onChange={(part) => setChoices({ ...choices, ...part })}
          onReset={() => {
            setResets(resets + 1);
            setIsOpen(true);
          }}
          isFull={isFull}
          isSlim={isSlim}
        />
      )}
      {isSlim && about}
      <ScaledBox {...(isBare ? bareSize : sizePreview(mode, settings))}>
        <PreviewStage
          mode={mode}
          settings={settings}
          scheme={scheme === "set" ? settings.scheme : scheme}
          isOpen={isOpen}
          hasLauncher={!isAwayShown || settings.outsideHours !== "hide"}
          onOpen={setIsOpen}
          launcher={launcher}
        >
          <PreviewFrame
            // A new document: the conversation starts over.
            key={resets}
            place={place}
            token={token}
            configuration={configure({ place, agent, settings, hearsSpeech, isAwayShown })}
            scheme={scheme === "set" ? undefined : scheme}
            options={{ locale: language, dir }}
            delayMs={isSlow ? slowNetworkMs : 0}
            isClosable={isBubble}
            isOpen={isOpen || !isBubble}
            onClose={() => {
              if (!isBubble) return;
              setIsOpen(false);
              focusOutside();
            }}
            onFocusOut={focusOutside}
            onAnswer={onAnswer}
          />
        </PreviewStage>
      </ScaledBox>
      {!isSlim && !isBare && about}
    </section>
  );
}

/** It fits a column as it is, without being made smaller. */
const bareSize = { width: 356, height: 480 };

/** On a phone a whole site would be too small to read. */
function firstMode(isFull: boolean): PreviewMode {
  if (innerWidth <= breakpoints.mobileXS) return "phone";
  return isFull ? "bubble" : "frame";
}

/** What the server would tell the frame of the agent, with the settings as they are typed. */
function configure({
  place,
  agent,
  settings,
  hearsSpeech,
  isAwayShown,
}: Pick<AgentPreviewProps, "place" | "agent" | "settings"> & {
  hearsSpeech: boolean;
  isAwayShown: boolean;
}): PublicConfiguration {
  const team = findPresence(agent.configuration.hours, Date.now());
  const takesFiles = findModel(agent.configuration.model)?.isAttachmentsSupported === true;
  return {
    agentId: place.agentId,
    name: agent.name,
    icon: agent.icon,
    version: agent.publishedVersion,
    preview: true,
    settings,
    language: agent.configuration.language,
    team: isAwayShown ? { isAway: true, opensAt: team.opensAt } : team,
    ...describeTaken({
      files: settings.hasAttachments && takesFiles,
      recordings: settings.hasVoice && hearsSpeech,
    }),
    callSpeech: !hearsSpeech ? "browser" : settings.callSpeech === "server" ? "server" : "either",
    hasAvatar: false,
    isIdentityRequired: false,
    // It is tried where it is edited, in the action.
    form: null,
    launcherWords,
    hostedUrl: null,
  };
}

const frame = css`
  display: grid;
  gap: 12px;
  min-width: 0;
  outline-offset: 4px;
`;
const note = css`
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
