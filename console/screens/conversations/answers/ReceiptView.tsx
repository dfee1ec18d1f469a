import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Receipt } from "../../../../shared/contract/conversations/answers/receipts.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { safeHref } from "../../../../shared/ui/safeHref.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { plural } from "../../../../shared/words/language.ts";
import { describeFallback } from "../../../parts/receipt/describeFallback.ts";
import { describeFound, describeVectors } from "../../../parts/receipt/describeFound.ts";
import { describeRewrite } from "../../../parts/receipt/describeRewrite.ts";
import { describeSpeech } from "../files/describeSpeech.ts";
import type { ShownMessage } from "../../../state/conversations/threads/conversation.ts";
import { nameModel, ReceiptFigures } from "./ReceiptFigures.tsx";
import { RemovedPart } from "./RemovedPart.tsx";
import { StepList } from "./StepList.tsx";
import { UnsupportedPart } from "./UnsupportedPart.tsx";

interface ReceiptViewProps {
  receipt: Snapshot<Receipt>;
  /** The answer itself, where it is at hand. */
  message: ShownMessage | undefined;
}

/** The question as it was understood, what was found for it with its weight, and what the answer cost. */
export function ReceiptView({ receipt, message }: ReceiptViewProps): ReactNode {
  const { question, rewrittenQuestion, passages, fallback, files = [], rules = [], blockedTopic } = receipt;
  const { steps = [], unsupported = [], summary, vectors, page, removed } = receipt;
  return (
    <div className={frame}>
      <dl className={asked}>
        <dt>Question</dt>
        <dd>{question || "No words, only files"}</dd>
        {page && (
          <>
            <dt>Asked on</dt>
            <dd>{page}</dd>
          </>
        )}
        {receipt.speech && (
          <>
            <dt>Written down by</dt>
            <dd>{describeSpeech(receipt.speech)}</dd>
          </>
        )}
        {rewrittenQuestion && rewrittenQuestion !== question && (
          <>
            <dt>Looked for</dt>
            <dd>{rewrittenQuestion}</dd>
          </>
        )}
        {receipt.rewrite && (
          <>
            <dt>Rewritten by</dt>
            <dd>{describeRewrite(receipt.rewrite)}</dd>
          </>
        )}
        {vectors && (
          <>
            <dt>Found by</dt>
            <dd>{describeVectors(vectors)}</dd>
          </>
        )}
        {blockedTopic && (
          <>
            <dt>Declined</dt>
            <dd>It is about the blocked topic {blockedTopic}.</dd>
          </>
        )}
        {rules.length > 0 && (
          <>
            <dt>Guidance</dt>
            {rules.map((rule) => (
              <dd key={rule}>{rule}</dd>
            ))}
          </>
        )}
        {receipt.withheld && (
          <>
            <dt>Held back: no source supports it</dt>
            <dd dir="auto">{receipt.withheld}</dd>
          </>
        )}
        {receipt.teamNotes !== undefined && (
          <>
            <dt>Handed back with</dt>
            <dd>{plural(receipt.teamNotes, noteWords)}</dd>
          </>
        )}
        {summary && (
          <>
            <dt>Earlier conversation, summarized</dt>
            <dd>
              <details>
                <summary>{summary.slice(0, 90)}</summary>
                <p>{summary}</p>
              </details>
            </dd>
          </>
        )}
        {receipt.hidden !== undefined && (
          <>
            <dt>Hidden from the model</dt>
            <dd>{plural(receipt.hidden, hiddenWords)}</dd>
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
          {nameModel(fallback.model)} should have answered, and {nameModel(receipt.model)} did instead:{" "}
          {describeFallback(fallback)}
        </p>
      )}
      {unsupported.length > 0 && <UnsupportedPart sentences={unsupported} message={message} />}
      {removed && <RemovedPart removed={removed} />}
      <ReceiptFigures receipt={receipt} />
      {steps.length > 0 && <StepList steps={steps} />}
      <h3>
        {passages.length === 0
          ? "No passage was found"
          : `What was found (${plural(passages.length, { one: "{count} passage", other: "{count} passages" })})`}
      </h3>
      {passages.length > 0 && <Passages passages={passages} />}
    </div>
  );
}

const noteWords = { one: "{count} note of the team", other: "{count} notes of the team" };
const hiddenWords = {
  one: "{count} piece of personal data",
  other: "{count} pieces of personal data",
};

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
              <span>Score {passage.score.toFixed(2)}</span>
            </div>
            {passage.by && <small>{describeFound(passage)}</small>}
            <details>
              <summary>{passage.text.slice(0, 140)}</summary>
              {passage.around?.before && <p data-around="">{passage.around.before}</p>}
              <p>{passage.text}</p>
              {passage.around?.after && <p data-around="">{passage.around.after}</p>}
            </details>
          </li>
        );
      })}
    </ol>
  );
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
  & small,
  & details {
    font-weight: 400;
    color: var(--ph-text-2);
  }
  & summary {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    cursor: pointer;
  }
  & details > p {
    margin-top: 6px;
    white-space: pre-wrap;
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
  & > li > small {
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
    font-variant-numeric: tabular-nums;
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
  & details > p[data-around] {
    color: var(--ph-text-2);
    font-style: italic;
  }
`;
