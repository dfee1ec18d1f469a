import type { ReactNode } from "react";
import { formatBytes } from "../format/bytes.ts";
import { language } from "../words/language.ts";
import { css } from "./style/css.ts";

/** A file's name on one line, and its size below. */
export function FileName({ name, sizeBytes }: { name: string; sizeBytes: number }): ReactNode {
  return (
    <span className={lines}>
      <b dir="auto">{name}</b>
      <small dir="auto">{formatBytes(sizeBytes, language())}</small>
    </span>
  );
}

const lines = css`
  min-width: 0;
  & > b {
    display: block;
    overflow: hidden;
    font-size: var(--ph-text-s);
    font-weight: 550;
    line-height: 1.35;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  & > small {
    display: block;
    color: var(--ph-text-3);
    font-size: var(--ph-text-xs);
    line-height: 1.3;
  }
`;
