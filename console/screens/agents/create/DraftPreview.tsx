import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { PublicConfiguration, WidgetSettings } from "../../../../shared/contract/surfaces/surfaces.ts";
import { defaultWidgetSettings } from "../../../../shared/contract/surfaces/widgetDefaults.ts";
import { draftToken } from "../../../../shared/frame/draftFrame.ts";
import { listenForFrame } from "../../../../shared/frame/link.ts";
import type { PageEnd } from "../../../../shared/frame/link.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { launcherWords } from "../../../../shared/words/embed.ts";
import { Choices } from "../../../parts/Choices.tsx";
import { ScaledBox } from "../../../parts/ScaledBox.tsx";
import { withoutBlanks } from "../../../parts/withoutBlanks.ts";
import { toAddress } from "../../../../shared/client/basePath.ts";

/** What of an agent its chat shows before it exists. */
export interface ShownDraft {
  name: string;
  icon: string;
  language: string;
  /** Over the look that every new agent has. */
  look: Partial<WidgetSettings>;
}

export interface DraftPreviewProps {
  draft: ShownDraft;
  /** When it will look so. */
  note?: string;
}

const size = { width: 400, height: 640 };

/**
 * How the chat will look, in the frame that visitors get, while it is typed. There is no agent behind it yet that could
 * answer, so it is a picture: nothing in it takes a click.
 */
export function DraftPreview({
  draft,
  note = "This is how it will look. It answers as soon as it is created.",
}: DraftPreviewProps): ReactNode {
  const [scheme, setScheme] = useState<"light" | "dark">("light");
  const frame = useRef<HTMLIFrameElement>(null);
  const link = useRef<PageEnd | null>(null);
  const shown = JSON.stringify(configure(draft));

  const begin = useEffectEvent((connected: PageEnd) => {
    link.current?.close();
    link.current = connected;
    const preview = { ticket: "", expiresAt: 0, configuration: JSON.parse(shown) };
    connected.send("init", { closable: false, look: { scheme }, preview, options: { storage: "none" } });
  });
  useEffect(() => {
    if (!frame.current) return;
    const stop = listenForFrame(frame.current, location.origin, begin);
    return () => {
      stop();
      link.current?.close();
      link.current = null;
    };
  }, []);
  useEffect(() => void link.current?.send("update", { configuration: JSON.parse(shown) }), [shown]);
  useEffect(() => void link.current?.send("look", { scheme }), [scheme]);

  return (
    <section className={place} aria-label="Preview">
      <div>
        <h2>Preview</h2>
        <Choices
          label="Light"
          value={scheme}
          onChange={setScheme}
          options={[
            { value: "light", label: "Light" },
            { value: "dark", label: "Dark" },
          ]}
        />
      </div>
      <ScaledBox {...size}>
        <iframe
          ref={frame}
          src={toAddress(`/embed/${draftToken}`)}
          title="How the chat will look"
          inert
          tabIndex={-1}
          referrerPolicy="origin"
          className={picture}
        />
      </ScaledBox>
      <p>{note}</p>
    </section>
  );
}

function configure({ name: typed, icon, language, look }: ShownDraft): PublicConfiguration {
  const name = typed.trim() || "Your agent";
  return {
    ...{ agentId: draftToken, name, icon, version: 0, preview: true },
    settings: {
      ...withoutBlanks({ ...defaultWidgetSettings(name), ...look }),
      ...{ hasAttachments: false, hasHistory: false },
    },
    ...{
      language,
      attachments: null,
      voice: null,
      callSpeech: "browser",
      form: null,
      hasAvatar: false,
      isIdentityRequired: false,
      launcherWords,
      hostedUrl: null,
      team: { isAway: false, opensAt: null },
    },
  };
}

const place = css`
  display: grid;
  gap: 12px;
  min-width: 0;
  & > div:first-child {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
  }
  & h2 {
    font-size: var(--ph-text-s);
    font-weight: 600;
    color: var(--ph-text-2);
  }
  & > p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    text-align: center;
  }
`;
const picture = css`
  display: block;
  width: 100%;
  height: 100%;
  border: 0;
  background: var(--ph-surface);
`;
