import type { ReactNode } from "react";
import type { WidgetSettings } from "../../../../shared/contract/surfaces/surfaces.ts";
import { directionOf } from "../../../../shared/domain/chatLanguages.ts";
import type { ChatLanguage } from "../../../../shared/domain/chatLanguages.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { PreviewLauncher } from "../../../parts/PreviewLauncher.tsx";

interface MessagePreviewProps {
  settings: WidgetSettings;
  /** The name of its sender. */
  name: string;
  text: string;
  language: ChatLanguage;
}

/** A message in the corner of a site, in its own size. */
export function MessagePreview({ settings, name, text, language }: MessagePreviewProps): ReactNode {
  return (
    <section className={stage} aria-label="Preview">
      <div aria-hidden="true">
        <b />
        <i />
        <i />
        <i />
      </div>
      <PreviewLauncher settings={settings} isOpen={false}>
        <div className={card}>
          <p dir={directionOf(language)}>
            <b>{name}</b>
            {text || "Write what the agent says first."}
          </p>
          <span aria-hidden="true">×</span>
        </div>
      </PreviewLauncher>
    </section>
  );
}

/** As the embed draws it (embed/beside). */
const card = css`
  display: flex;
  max-width: 276px;
  border: 1px solid rgb(0 0 0 / 13%);
  border-radius: 14px;
  background: #fff;
  color: #1c2230;
  box-shadow: 0 6px 24px rgb(0 0 0 / 18%);
  & > p {
    flex: 1;
    min-width: 0;
    padding: 12px 4px 14px 16px;
    font-size: 15px;
    line-height: 1.4;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  & b {
    display: block;
    color: #4a5163;
    font-size: 13px;
    font-weight: 500;
  }
  & > span {
    width: 40px;
    padding-top: 8px;
    color: #4a5163;
    font-size: 20px;
    line-height: 1;
    text-align: center;
  }
`;
const stage = css`
  position: relative;
  height: 340px;
  overflow: hidden;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-surface);
  & > [aria-hidden] {
    display: grid;
    gap: 12px;
    padding: 24px;
  }
  & > [aria-hidden] > * {
    height: 10px;
    border-radius: 5px;
    background: var(--ph-line);
  }
  & > [aria-hidden] > b {
    width: 60%;
    height: 20px;
    margin-bottom: 4px;
    background: var(--ph-line-2);
  }
  & > [aria-hidden] > :last-child {
    width: 70%;
  }
`;
