import type { ReactNode } from "react";
import type { InstallationCheck } from "../../../shared/domain/installation.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { CodeBlock } from "../../parts/CodeBlock.tsx";
import { describeCount } from "../../parts/describeNumber.ts";

const states = {
  error: { word: "Fix", tone: "danger" },
  warning: { word: "Improve", tone: "warning" },
  ok: { word: "OK", tone: "success" },
} as const;
const order = Object.keys(states);

/** The checks, failures first, with the lines to paste. */
export function ChecksCard({ checks }: { checks: readonly InstallationCheck[] }): ReactNode {
  const sorted = checks.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
  const wrong = sorted.filter(({ state }) => state !== "ok");
  const passed = sorted.filter(({ state }) => state === "ok");
  return (
    <Card title="Health" subtitle={summarize(checks)}>
      <Checks checks={wrong} />
      {passed.length > 0 && (
        <details className={passed.length < checks.length ? below : undefined}>
          <summary>{describeCount(passed.length, "check")} passed</summary>
          <Checks checks={passed} />
        </details>
      )}
    </Card>
  );
}

function Checks({ checks }: { checks: readonly InstallationCheck[] }): ReactNode {
  return (
    <ul className={list}>
      {checks.map(({ name, state, message, lines }) => (
        <li key={name}>
          <div className={head}>
            <strong>{name.charAt(0).toUpperCase() + name.slice(1)}</strong>
            <Badge tone={states[state].tone}>{states[state].word}</Badge>
          </div>
          <p>{message}</p>
          {lines.length > 0 && <CodeBlock code={lines.join("\n")} label={`Copy the lines for ${name}`} />}
        </li>
      ))}
    </ul>
  );
}

function summarize(checks: readonly InstallationCheck[]): string {
  const [errors, warnings] = ["error", "warning"].map(
    (state) => checks.filter((one) => one.state === state).length,
  );
  if (!errors && !warnings) return `All ${checks.length} checks passed.`;
  return `${describeCount(errors ?? 0, "problem")}, ${describeCount(warnings ?? 0, "suggestion")}.`;
}

const list = css`
  display: grid;
  gap: 16px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: grid;
    gap: 6px;
    min-width: 0;
  }
  & p {
    color: var(--ph-text-2);
    overflow-wrap: anywhere;
  }
`;
const below = css`
  margin-top: 16px;
  & > summary {
    padding: 4px 0 10px;
    font-weight: 550;
    cursor: pointer;
  }
`;
const head = css`
  display: flex;
  align-items: center;
  gap: 8px;
`;
