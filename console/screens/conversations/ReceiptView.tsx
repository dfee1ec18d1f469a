import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Receipt } from "../../../shared/contract/conversations.ts";
import { findModel } from "../../../shared/domain/models.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { safeHref } from "../../../shared/ui/markdown/links.ts";
import { css } from "../../../shared/ui/style/css.ts";

/** The question as it was understood, what was found for it with its weight, and what the answer cost. */
export function ReceiptView({ receipt }: { receipt: Snapshot<Receipt> }): ReactNode {
  const { question, rewrittenQuestion, passages, fallback, files = [] } = receipt;
  return (
    <div className={frame}>
      <dl className={asked}>
        <dt>Question</dt>
        <dd>{question || "No words, only files"}</dd>
        {rewrittenQuestion && rewrittenQuestion !== question && (
          <>
            <dt>Looked for</dt>
            <dd>{rewrittenQuestion}</dd>
          </>
        )}
        {files.length > 0 && (
          <>
            <dt>Files</dt>
            {files.map(({ name, use }, index) => (
              <dd key={index}>
                {name} <small>{fileUses[use]}</small>
              </dd>
            ))}
          </>
        )}
      </dl>
      {fallback && (
        <p className={note}>
          {nameModel(fallback.model)} should have answered, and the built-in model did instead:{" "}
          {fallback.reason}
        </p>
      )}
      <Figures receipt={receipt} />
      <h3>
        {passages.length === 0 ? "No passage was found" : `What was found (${passages.length} passages)`}
      </h3>
      {passages.length > 0 && <Passages passages={passages} />}
    </div>
  );
}

const fileUses = {
  read: "read by the model",
  cut: "its beginning read by the model",
  left_out: "not given to the model",
};

function Passages({ passages }: { passages: Snapshot<Receipt>["passages"] }): ReactNode {
  return (
    <ol className={list}>
      {passages.map((passage) => {
        const href = safeHref(passage.url ?? "");
        return (
          <li key={passage.passageId} data-cited={passage.cited ? "" : undefined}>
            <div>
              {href ? (
                <a href={href} target="_blank" rel="noopener noreferrer">
                  {passage.title}
                </a>
              ) : (
                <strong>{passage.title}</strong>
              )}
              {passage.cited && <Badge tone="accent">Cited</Badge>}
              <span title="Score">{passage.score.toFixed(2)}</span>
            </div>
            <details>
              <summary>{passage.text.slice(0, 140)}</summary>
              <p>{passage.text}</p>
            </details>
          </li>
        );
      })}
    </ol>
  );
}

function Figures({ receipt }: { receipt: Snapshot<Receipt> }): ReactNode {
  const { model, provider, tokensIn, tokensOut, credits, attempts, ms, agentVersion } = receipt;
  const rows: [string, string][] = [
    ["Model", `${nameModel(model)} (${provider})`],
    [
      "Tokens",
      tokensIn === null && tokensOut === null ? "none" : `${tokensIn ?? "?"} in, ${tokensOut ?? "?"} out`,
    ],
    ["Credits", credits.toLocaleString()],
    ["Looking up", describeMs(ms.retrieve)],
    ["First word after", ms.firstToken === null ? "never" : describeMs(ms.firstToken)],
    ["In all", describeMs(ms.total)],
    ["Agent", agentVersion > 0 ? `Version ${agentVersion}` : "Draft"],
    ...(attempts > 1 ? [["Tries", String(attempts)] satisfies [string, string]] : []),
  ];
  return (
    <dl className={figures}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function nameModel(value: string): string {
  return findModel(value)?.label ?? value;
}

function describeMs(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

const frame = css`
  display: grid;
  gap: 16px;
  color: var(--ph-text);
  & h3 {
    font-size: var(--ph-text-m);
    font-weight: 600;
  }
`;
const asked = css`
  display: grid;
  gap: 2px;
  margin: 0;
  & > dt {
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
  }
  & > dd {
    margin: 0 0 8px;
    font-weight: 550;
    overflow-wrap: anywhere;
  }
  & small {
    font-weight: 400;
    color: var(--ph-text-2);
  }
`;
const note = css`
  padding: 10px 12px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-warning-soft);
`;
const list = css`
  display: grid;
  gap: 8px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    min-width: 0;
    padding: 10px 14px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius-s);
  }
  & > li[data-cited] {
    border-color: var(--ph-accent-text);
  }
  & > li > div {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  & a,
  & strong {
    flex: 1;
    min-width: 0;
    font-weight: 550;
    overflow-wrap: anywhere;
  }
  & > li > div > span:last-child {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    font-variant-numeric: tabular-nums;
  }
  & summary {
    margin-top: 2px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    cursor: pointer;
  }
  & details > p {
    margin-top: 6px;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    font-size: var(--ph-text-s);
  }
`;
const figures = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(150px, 1fr));
  gap: 12px 16px;
  margin: 0;
  padding-block: 14px;
  border-block: 1px solid var(--ph-line);
  & dt {
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
  }
  & dd {
    margin: 0;
    font-weight: 500;
    font-variant-numeric: tabular-nums;
  }
`;
