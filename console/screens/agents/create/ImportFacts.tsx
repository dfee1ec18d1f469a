import type { ReactNode } from "react";
import { AlertTriangle } from "lucide-react";
import type { ImportSummary } from "../../../../shared/contract/agents/templates.ts";
import { findModel } from "../../../../shared/domain/models.ts";
import { personalities } from "../../../../shared/domain/personalities.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { Card } from "../../../parts/Card.tsx";
import { describeCount } from "../../../parts/describeNumber.ts";
import { facts } from "./facts.ts";
import { ListedFact } from "./ListedFact.tsx";
import { nameSource } from "./nameSource.ts";
import { ReadText } from "./ReadText.tsx";

/** What an import brings, what it meets here, and what has to be given to it again. */
export function ImportFacts({ summary }: { summary: ImportSummary }): ReactNode {
  const { configuration, knowledge, surfaces, testCases, author } = summary;
  const sources = knowledge?.sources ?? [];
  const isKnown = summary.conflicts.some(({ kind }) => kind === "source");
  const { instructions, guidance, personality, model } = configuration;
  const warnings = [...summary.conflicts, ...summary.missing];
  return (
    <>
      <Card title={summary.title} subtitle={summary.description || undefined}>
        <dl className={facts}>
          <dt>Sounds</dt>
          <dd>
            {personalities.find(({ value }) => value === personality.preset)?.label}
            {personality.preset === "custom" && personality.text && (
              <ReadText
                name={describeCount(personality.text.length, "character")}
                texts={[{ text: personality.text }]}
              />
            )}
          </dd>
          <dt>Model</dt>
          <dd>{findModel(model)?.label ?? model}</dd>
          <dt>Instructions</dt>
          <dd>
            {instructions ? (
              <ReadText
                name={`${describeCount(instructions.length, "character")} of instructions`}
                texts={[{ text: instructions }]}
              />
            ) : (
              "No instructions"
            )}
            {guidance.length > 0 && (
              <ReadText name={describeCount(guidance.length, "rule")} texts={guidance} />
            )}
          </dd>
          <dt>Reads</dt>
          <dd>
            {sources.length > 0
              ? sources.map(nameSource).join(", ")
              : isKnown
                ? "Nothing new"
                : "Nothing yet"}
          </dd>
          {testCases > 0 && (
            <>
              <dt>Tests</dt>
              <dd>{describeCount(testCases, "test case")}</dd>
            </>
          )}
          <dt>Look</dt>
          <dd>{surfaces ? "Included" : "Default"}</dd>
          <ListedFact name="Fill in" parts={summary.placeholders} />
          {author && (
            <>
              <dt>Made by</dt>
              <dd>{author}</dd>
            </>
          )}
        </dl>
      </Card>
      {warnings.length > 0 && (
        <section className={warned} aria-label="To review">
          <AlertTriangle size={18} aria-hidden />
          <ul>
            {warnings.map(({ kind, name, message }) => (
              <li key={`${kind} ${name}`}>{message}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const warned = css`
  display: flex;
  gap: 12px;
  padding: 14px 16px;
  border: 1px solid var(--ph-line-2);
  border-radius: var(--ph-radius);
  background: var(--ph-surface);
  font-size: var(--ph-text-s);
  & > svg {
    flex: none;
    margin-top: 1px;
    color: var(--ph-warning-text);
  }
  & > ul {
    display: grid;
    gap: 6px;
    margin: 0;
    padding: 0;
    list-style: none;
    overflow-wrap: anywhere;
  }
`;
