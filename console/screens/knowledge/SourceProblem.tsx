import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { TriangleAlert } from "lucide-react";
import { Button } from "../../../shared/ui/Button.tsx";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { lazy } from "../../parts/lazy.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { isRunning, kindNames } from "./sourceWords.ts";
import type { SourceActions } from "./useSourceActions.ts";
import type { ShownSource } from "../../state/dataSources.ts";
import { describeCount } from "../../parts/describeNumber.ts";

const ConnectAgain = lazy(() => import("./connected/ConnectAgain.tsx"));

interface SourceProblemProps {
  source: ShownSource;
  /** Null for those who may only look. */
  actions: SourceActions | null;
  className?: string;
}

/** Why a source failed, or which part of it, with the ways on; nothing where all is well. */
export function SourceProblem({ source, actions, className }: SourceProblemProps): ReactNode {
  const query = useQuery();
  const { failed } = source.counts;
  // A document fails by what it says: it is pushed anew, and not read once more.
  const isPushed = source.config.kind === "documents";
  const isEmpty = source.status === "empty" && !isPushed;
  const isCutOff = wantsConnection(source);
  const [isConnecting, setIsConnecting] = useState(false);
  if (isRunning(source.lastRun) || (!source.error && failed === 0 && !isEmpty && !isCutOff)) return null;
  const words =
    source.error ??
    (failed > 0
      ? `${describeCount(failed, isPushed ? "document" : "page")} could not be read.`
      : isCutOff
        ? `No account of ${kindNames[source.config.kind]} is connected. Connect one to read it.`
        : "The sync found no text to learn from.");
  return (
    <div className={cx(problem, className)} role="note">
      <TriangleAlert size={16} aria-hidden />
      <p>{words}</p>
      <div>
        {failed > 0 && (
          <Link href={query.link({ source: source.id, view: null, status: "failed" })}>See why</Link>
        )}
        {actions && isCutOff && (
          <Button size="small" kind="primary" onClick={() => setIsConnecting(true)}>
            {source.connection ? "Connect again" : "Connect an account"}
          </Button>
        )}
        {actions && !isCutOff && (!isPushed || source.error) && (
          <Button size="small" isBusy={actions.isBusy} onClick={() => actions.change("retry")}>
            {failed > 0 && !isPushed ? "Retry failed" : "Try again"}
          </Button>
        )}
      </div>
      {isConnecting && (
        <Suspense fallback={null}>
          <ConnectAgain source={source} onClose={() => setIsConnecting(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Whether it is read with an account that gives no access now. */
function wantsConnection({ config, connection }: ShownSource): boolean {
  return (config.kind === "googleDrive" || config.kind === "notion") && connection?.state !== "connected";
}

const problem = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 10px;
  padding: 8px 10px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-warning-soft);
  font-size: var(--ph-text-s);
  & > svg {
    flex: none;
    color: var(--ph-warning-text);
  }
  & > p {
    flex: 1 1 220px;
    min-width: 0;
    color: var(--ph-text);
    overflow-wrap: anywhere;
  }
  & > div {
    display: flex;
    align-items: center;
    gap: 12px;
  }
`;
