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

/** What was looked at, what is wrong first, with the lines to paste. */
export function ChecksCard({ checks }: { checks: readonly InstallationCheck[] }): ReactNode {
  const sorted = checks.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
  return (
    <Card title="Health" subtitle={summarize(checks)}>
      <ul className={list}>
        {sorted.map(({ name, state, message, lines }) => (
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
    </Card>
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
const head = css`
  display: flex;
  align-items: center;
  gap: 8px;
`;
