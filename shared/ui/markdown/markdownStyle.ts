import { css } from "../style/css.ts";

/** Markdown inside a message or a page: calm, with room between blocks and none outside. */
export const markdownStyle = css`
  overflow-wrap: anywhere;
  line-height: 1.55;
  & > * + *,
  li > * + *,
  blockquote > * + * {
    margin-top: 0.75em;
  }
  & p,
  & [data-level],
  & td,
  & th {
    unicode-bidi: plaintext;
  }
  & li > p {
    text-align: match-parent;
  }
  & [data-level] {
    font-size: 1em;
    font-weight: 650;
    line-height: 1.35;
  }
  & [data-level="1"] {
    font-size: 1.25em;
  }
  & [data-level="2"] {
    font-size: 1.12em;
  }
  & > * + [data-level] {
    margin-top: 1.1em;
  }
  & ul,
  & ol {
    padding-inline-start: 1.5em;
  }
  & li + li {
    margin-top: 0.5em;
  }
  & [data-tight] > li + li,
  & [data-tight] > li > * + * {
    margin-top: 0.25em;
  }
  & li::marker {
    color: var(--ph-text-3);
  }
  & [data-task] {
    list-style: none;
  }
  & [data-task] > input {
    float: inline-start;
    width: 1em;
    height: 1em;
    margin-block: 0.28em 0;
    margin-inline: -1.5em 0;
    border: 1.5px solid var(--ph-text-3);
    border-radius: 3px;
    appearance: none;
  }
  & [data-task] > input:checked {
    border-color: var(--ph-accent-text);
    background: var(--ph-accent-text);
  }
  & [data-task] > input:checked::before {
    content: "";
    display: block;
    height: 100%;
    background: var(--ph-surface);
    clip-path: polygon(20% 45%, 10% 57%, 43% 86%, 92% 28%, 80% 17%, 41% 64%);
  }
  @media (forced-colors: active) {
    & [data-task] > input {
      appearance: auto;
    }
    & [data-task] > input:checked::before {
      content: none;
    }
  }
  & [data-task] > input + * {
    margin-top: 0;
  }
  & blockquote {
    margin-inline: 0;
    padding-inline-start: 0.9em;
    border-inline-start: 3px solid var(--ph-line);
    color: var(--ph-text-2);
  }
  & code {
    font-family: var(--ph-mono);
    font-size: 0.9em;
    padding: 0.12em 0.35em;
    border-radius: 5px;
    background: var(--ph-hover);
  }
  & figure {
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius);
    background: var(--ph-sunken);
    color: var(--ph-text);
    overflow: hidden;
  }
  & figcaption {
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-height: 32px;
    padding-inline: 12px 4px;
    font-size: 0.8em;
    color: var(--ph-text-3);
  }
  & pre {
    margin: 0;
    padding: 0 12px 12px;
    overflow-x: auto;
    line-height: 1.5;
  }
  & pre > code {
    padding: 0;
    background: none;
    overflow-wrap: normal;
  }
  & [role="region"] {
    overflow-x: auto;
  }
  & table {
    border-collapse: collapse;
    font-size: 0.95em;
    overflow-wrap: normal;
  }
  & th,
  & td {
    padding: 6px 12px;
    border-bottom: 1px solid var(--ph-line);
    text-align: match-parent;
    vertical-align: top;
  }
  /* The name by which Chromium and Safari know it: without it a head is in the middle over its column. */
  @supports (text-align: -webkit-match-parent) {
    & th,
    & td,
    & li > p {
      text-align: -webkit-match-parent;
    }
  }
  & th:first-child,
  & td:first-child {
    padding-inline-start: 0;
  }
  & th {
    font-weight: 600;
  }
  & th,
  & [data-short] {
    white-space: nowrap;
  }
  & [data-align="center"] {
    text-align: center;
  }
  & [data-align="right"] {
    text-align: end;
    unicode-bidi: isolate;
    font-variant-numeric: tabular-nums;
  }
  & hr {
    border: 0;
    border-top: 1px solid var(--ph-line);
    margin-block: 1.2em;
  }
  & [data-html] {
    white-space: pre-wrap;
  }
  & img {
    display: block;
    inline-size: min(340px, 100%);
    block-size: 210px;
    object-fit: contain;
    background: var(--ph-hover);
    border-radius: var(--ph-radius-s);
  }
`;
