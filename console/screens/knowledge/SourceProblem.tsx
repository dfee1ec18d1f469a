import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { TriangleAlert } from "lucide-react";
import type { ConnectionProvider } from "../../../shared/contract/knowledge/sourceConnection.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { kindHas, sourceKinds } from "../../../shared/domain/sourceKinds.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { isRunning } from "./sourceWords.ts";
import type { SourceActions } from "./useSourceActions.ts";
import type { ShownSource } from "../../state/knowledge/dataSources.ts";
import { describeCount } from "../../parts/describeNumber.ts";
import { ConnectAgain } from "./overlays.ts";

interface SourceProblemProps {
  source: ShownSource;
  /** Null for those who may only look. */
  actions: SourceActions | null;
  className?: string;
}

/** What a source is read from, as people call one of it. */
function pieceOf(kind: string, isPushed: boolean): string {
  if (isPushed) return "document";
  return kind === "files" ? "file" : "page";
}

/** Why a source failed, or which part of it, with the ways on; nothing where all is well. */
export function SourceProblem({ source, actions, className }: SourceProblemProps): ReactNode {
  const query = useQuery();
  const { failed } = source.counts;
  // A document fails by what it says: it is pushed again, and not read once more.
  const isPushed = kindHas(source.config.kind, "isPushed");
  const isEmpty = source.status === "empty" && !isPushed;
  const provider = source.connection?.state === "connected" ? null : providerOf(source);
  const isCutOff = provider !== null;
  const [isConnecting, setIsConnecting] = useState(false);
  if (isRunning(source.lastRun) || (!source.error && failed === 0 && !isEmpty && !isCutOff)) return null;
  const words =
    source.error ??
    (failed > 0
      ? `${describeCount(failed, pieceOf(source.config.kind, isPushed))} could not be read.`
      : isCutOff
        ? `No ${sourceKinds[source.config.kind].label} account is connected. Connect one to sync.`
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
      {isConnecting && provider && (
        <Suspense fallback={null}>
          <ConnectAgain provider={provider} source={source} onClose={() => setIsConnecting(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Whose account it is read with; null for other kinds. */
function providerOf({ config: { kind } }: ShownSource): ConnectionProvider | null {
  return kindHas(kind, "usesAccount") ? kind : null;
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
