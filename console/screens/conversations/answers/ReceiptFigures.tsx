import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Receipt } from "../../../../shared/contract/conversations/answers/receipts.ts";
import { builtinModel, findModel } from "../../../../shared/domain/models.ts";
import { providers } from "../../../../shared/domain/providers.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { describeNumber } from "../../../parts/describeNumber.ts";

/** What an answer cost: model, tokens and credits, then where its time went, step by step. */
export function ReceiptFigures({ receipt }: { receipt: Snapshot<Receipt> }): ReactNode {
  const { model, provider, tokensIn, tokensOut, credits, attempts, ms, agentVersion, spoken } = receipt;
  const costs: [string, string][] = [
    ["Model", model === builtinModel ? nameModel(model) : `${nameModel(model)} (${nameProvider(provider)})`],
    [
      "Tokens",
      tokensIn === null && tokensOut === null
        ? "none"
        : `${writeTokens(tokensIn)} in, ${writeTokens(tokensOut)} out`,
    ],
    ["Credits", describeNumber(credits)],
    ["Agent", agentVersion > 0 ? `Version ${agentVersion}` : "Draft"],
    ...(attempts > 1 ? [["Tries", String(attempts)] satisfies [string, string]] : []),
  ];
  const times: [string, number | null | undefined][] = [
    ["Rewriting", ms.rewrite],
    ["Looking up", ms.retrieve],
    ["Waiting for the model", ms.model],
    ["Tools", ms.tools],
    ["First word after", ms.firstToken],
    ["Total", ms.total],
  ];
  return (
    <div className={frame}>
      <dl>{costs.map(([name, value]) => writeFigure(name, value))}</dl>
      <dl aria-label="Time by step">
        {times.map(([name, time]) =>
          time === undefined ? null : writeFigure(name, time === null ? "never" : describeMs(time)),
        )}
      </dl>
      {spoken && <SpokenFigures spoken={spoken} />}
    </div>
  );
}

/** Where the time of a turn of a call went, from the visitor's last sound on. */
function SpokenFigures({ spoken }: { spoken: Snapshot<NonNullable<Receipt["spoken"]>> }): ReactNode {
  const { heard, sent, firstWord, firstSound, credits } = spoken;
  const times: [string, number | null | undefined][] = [
    ["Writing speech down", heard],
    ["Question sent after", sent],
    ["First word after", firstWord],
    ["First sound after", firstSound],
  ];
  return (
    <section>
      <h4>Said in a call, from the visitor’s last sound on</h4>
      <dl>
        {times.map(([name, time]) =>
          time === undefined ? null : writeFigure(name, time === null ? "never" : describeMs(time)),
        )}
        {credits > 0 && writeFigure("Credits for the call’s minutes", describeNumber(credits))}
      </dl>
    </section>
  );
}

function writeFigure(name: string, value: string): ReactNode {
  return (
    <div key={name}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function writeTokens(tokens: number | null): string {
  return tokens === null ? "?" : describeNumber(tokens);
}

/** A provider that we have no name for keeps its id. */
function nameProvider(value: string): string {
  return providers.find((one) => one.value === value)?.label ?? value;
}

/** Gives a model's name as people know it. */
export function nameModel(value: string): string {
  return findModel(value)?.label ?? value;
}

/** Gives a time as short as it can be read. */
export function describeMs(ms: number): string {
  if (ms < 1) return "< 1 ms";
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

const frame = css`
  display: grid;
  gap: 14px;
  padding-block: 14px;
  border-block: 1px solid var(--ph-line);
  & h4 {
    margin: 0 0 10px;
    font-size: var(--ph-text-s);
  }
  & dl {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(130px, 1fr));
    gap: 12px 16px;
    margin: 0;
  }
  & dt {
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
  }
  & dd {
    margin: 0;
    font-weight: 500;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
`;
