import type { ReactNode } from "react";
import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import type { Snapshot } from "valtio";
import type { DoctorCheck, DoctorReport } from "../../../shared/domain/doctor.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../shared/ui/style/visuallyHidden.ts";
import { CodeBlock } from "../../parts/CodeBlock.tsx";

interface PageReportProps {
  report: Snapshot<DoctorReport>;
  /** Another one is on its way. */
  isOld: boolean;
  /** Puts a domain on the list; undefined where the member may not. */
  onAllow: ((domain: string) => void) | undefined;
}

const names: Record<DoctorCheck["name"], string> = {
  tag: "Snippet",
  token: "Token",
  agent: "Agent",
  origin: "Allowed domains",
  policy: "Content-Security-Policy",
  frame: "Frame",
  context: "Connection",
  storage: "Storage",
};
const states = {
  ok: { icon: CircleCheck, word: "Right" },
  warning: { icon: TriangleAlert, word: "To review" },
  error: { icon: CircleX, word: "Wrong" },
} as const;

/** What was found on a page, the worst first, with what to paste. */
export function PageReport({ report, isOld, onAllow }: PageReportProps): ReactNode {
  const wrong = report.checks.filter(({ state }) => state === "error").length;
  const order = ["error", "warning", "ok"];
  const checks = report.checks.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return (
    <div className={frame} data-old={isOld || undefined}>
      <p role="status">
        <strong>
          {wrong === 0 ? "All right." : wrong === 1 ? "1 problem found." : `${wrong} problems found.`}
        </strong>{" "}
        {report.url}
      </p>
      <ul>
        {checks.map((check) => {
          const { icon: StateIcon, word } = states[check.state];
          return (
            <li key={check.name} data-state={check.state}>
              <StateIcon size={18} aria-hidden />
              <div>
                <strong>
                  <span className={visuallyHidden}>{word}: </span>
                  {names[check.name]}
                </strong>
                <p>{check.message}</p>
                {check.name === "origin" ? (
                  check.lines.map(
                    (domain) =>
                      onAllow && (
                        <Button key={domain} size="small" onClick={() => onAllow(domain)}>
                          Allow {domain}
                        </Button>
                      ),
                  )
                ) : (
                  <>
                    {check.lines.length > 0 && (
                      <CodeBlock label={`Copy for ${names[check.name]}`} code={check.lines.join("\n")} />
                    )}
                  </>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 12px;
  min-width: 0;
  &[data-old] {
    opacity: 0.55;
  }
  & > p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    overflow-wrap: anywhere;
  }
  & > p > strong {
    font-weight: 600;
    color: var(--ph-text);
  }
  & > ul {
    display: grid;
    gap: 14px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 10px;
  }
  & li > svg {
    margin-top: 1px;
    color: var(--ph-success-text);
  }
  & li[data-state="warning"] > svg {
    color: var(--ph-warning-text);
  }
  & li[data-state="error"] > svg {
    color: var(--ph-danger-text);
  }
  & li > div {
    display: grid;
    justify-items: start;
    gap: 4px;
    min-width: 0;
  }
  & li > div > div {
    width: 100%;
    margin-top: 4px;
  }
  & li strong {
    font-weight: 550;
  }
  & li p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    overflow-wrap: anywhere;
  }
`;
