import type { ReactNode } from "react";
import {
  Braces,
  FileText,
  FlaskConical,
  Globe,
  HardDrive,
  MessageCircleQuestion,
  NotebookText,
  Rss,
  Type,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { SourceKind } from "../../../shared/domain/sourceKinds.ts";
import { css } from "../../../shared/ui/style/css.ts";

/** The icon of each kind of source. */
export const kindIcons: Record<SourceKind, LucideIcon> = {
  website: Globe,
  feed: Rss,
  files: FileText,
  text: Type,
  qa: MessageCircleQuestion,
  documents: Braces,
  googleDrive: HardDrive,
  notion: NotebookText,
  sample: FlaskConical,
};

/** A kind of source as a tile; decoration, the word stands beside it. */
export function SourceIcon({ kind }: { kind: SourceKind }): ReactNode {
  const Icon = kindIcons[kind];
  return (
    <span className={tile} aria-hidden="true">
      <Icon size={18} strokeWidth={1.8} />
    </span>
  );
}

const tile = css`
  display: grid;
  place-items: center;
  flex: none;
  width: 36px;
  height: 36px;
  border-radius: 9px;
  background: var(--ph-accent-soft);
  color: var(--ph-accent-text);
`;
