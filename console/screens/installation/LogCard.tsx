import type { ReactNode } from "react";
import type { Installation } from "../../../shared/contract/installation/installation.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";

/** The newest lines of the server's log, the newest first. */
export function LogCard({ lines }: { lines: Installation["log"] }): ReactNode {
  const text = lines.map(writeLine).toReversed().join("\n");
  return (
    <Card title="Log" subtitle="The latest lines of this process, without requests.">
      {lines.length === 0 ? (
        <p>No lines yet.</p>
      ) : (
        <pre className={box} tabIndex={0} aria-label="Newest lines">
          {text}
        </pre>
      )}
    </Card>
  );
}

function writeLine({ at, level, message, facts }: Installation["log"][number]): string {
  const rest = Object.entries(facts).map(([name, value]) => `${name}=${value}`);
  return [at.slice(0, 19).replace("T", " "), level, message, ...rest].join("  ");
}

const box = css`
  max-height: 360px;
  margin: 0;
  overflow: auto;
  font: var(--ph-text-s) / 1.6 var(--ph-mono);
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
