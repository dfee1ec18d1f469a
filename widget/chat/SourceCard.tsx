import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Citation } from "../../shared/contract/conversations/conversations.ts";
import { buttonClass } from "../../shared/ui/Button.tsx";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { Icon } from "../../shared/ui/Icon.tsx";
import { external } from "../../shared/ui/iconPaths.ts";
import { safeHref } from "../../shared/ui/safeHref.ts";
import { css } from "../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../shared/ui/style/visuallyHidden.ts";
import { partWords } from "../../shared/words/parts.ts";
import { widgetWords } from "../../shared/words/widget.ts";

export interface SourceCardProps {
  citation: Snapshot<Citation>;
  onClose(): void;
  onOpenSource(url: string): void;
}

/** Where an answer found what it says: the passage itself, where in the source it stands, and the way there. */
export function SourceCard({ citation, onClose, onOpenSource }: SourceCardProps): ReactNode {
  const { title, headings, quote, position, url } = citation;
  const href = safeHref(url ?? "");
  const place = [...headings.filter((heading) => heading !== title), position].filter(Boolean).join(" › ");
  const link = href && (
    <a
      className={buttonClass("primary")}
      href={href}
      target="_blank"
      rel="noopener"
      onClick={() => onOpenSource(href)}
    >
      <Icon path={external} />
      {widgetWords.openSource}
      <span className={visuallyHidden}>{partWords.newTab}</span>
    </a>
  );
  return (
    <Dialog title={title} onClose={onClose} closesOnOutsideClick width={480} actions={link || undefined}>
      <div className={card}>
        {place && <p dir="auto">{place}</p>}
        <blockquote dir="auto">{quote}</blockquote>
        {href && <small>{URL.parse(href)?.host}</small>}
      </div>
    </Dialog>
  );
}

const card = css`
  display: grid;
  gap: 10px;
  overflow-wrap: anywhere;
  & > p,
  & > small {
    color: var(--ph-text-3);
    font-size: var(--ph-text-s);
  }
  & > blockquote {
    margin: 0;
    padding: 2px 0 2px 14px;
    border-inline-start: 3px solid var(--ph-accent);
    color: var(--ph-text);
    line-height: 1.55;
    white-space: pre-wrap;
  }
`;
