import { useEffect, useEffectEvent, useState } from "react";
import type { ReactNode } from "react";
import { Eye, Square } from "lucide-react";
import type { DataSourceConfig } from "../../../shared/contract/knowledge/sourceConfigs.ts";
import type { PreprocessedPage, Preprocessing } from "../../../shared/contract/knowledge/preprocess.ts";
import { toRequestError } from "../../../shared/client/requestError.ts";
import type { RequestError } from "../../../shared/client/requestError.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import type { BadgeTone } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { Spinner } from "../../../shared/ui/Spinner.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { beginLook, cancelLook, readLook } from "../../state/knowledge/preprocess.ts";
import { describeCount } from "../../parts/describeNumber.ts";

interface LookFirstProps {
  place: AgentPlace;
  /** What the form says now. */
  readConfig: () => DataSourceConfig;
  isDisabled: boolean;
}

/** A moment between two questions how far it is. */
const askEveryMs = 1000;

/** Shows what a source would take before it is added; nothing is kept by it. */
export function LookFirst({ place, readConfig, isDisabled }: LookFirstProps): ReactNode {
  const { orgId, agentId } = place;
  const [look, setLook] = useState<Preprocessing | null>(null);
  const [failure, setFailure] = useState<RequestError | null>(null);
  const isRunning = look?.state === "queued" || look?.state === "running";
  const beginning = useAction(async () => {
    setFailure(null);
    setLook(await beginLook({ orgId, agentId }, readConfig()));
  });
  const ending = useAction(async () => look && setLook(await cancelLook({ orgId, agentId }, look)));

  useEffect(() => {
    if (!look || !isRunning) return;
    const timer = setTimeout(() => {
      readLook({ orgId, agentId }, look).then(setLook, (thrown: unknown) => {
        setFailure(toRequestError(thrown));
        setLook({ ...look, state: "failed" });
      });
    }, askEveryMs);
    return () => clearTimeout(timer);
  }, [look, isRunning, orgId, agentId]);

  const endQuietly = useEffectEvent(() => {
    // Leaving the dialog cancels it; a request that can't be canceled ends by itself.
    if (look && isRunning) cancelLook({ orgId, agentId }, look).catch(() => undefined);
  });
  useEffect(() => () => endQuietly(), []);

  const error = beginning.error ?? ending.error ?? failure;
  return (
    <section className={frame} aria-label="Preview">
      <div className={bar}>
        {isRunning ? (
          <Button isBusy={ending.isBusy} onClick={() => ending.run()}>
            <Square size={15} aria-hidden />
            Stop preview
          </Button>
        ) : (
          <Button isBusy={beginning.isBusy} disabled={isDisabled} onClick={() => beginning.run()}>
            <Eye size={16} aria-hidden />
            {look ? "Preview again" : "Preview"}
          </Button>
        )}
        <p role="status">
          {look ? <Summary look={look} isRunning={isRunning} /> : "See which pages would be read."}
        </p>
      </div>
      {error && <ErrorNotice error={error} />}
      {look && look.pages.length > 0 && <Pages look={look} />}
      {look?.notes.map((note) => (
        <p key={note} className={small}>
          {note}
        </p>
      ))}
    </section>
  );
}

function Summary({
  look: { counts, state },
  isRunning,
}: {
  look: Preprocessing;
  isRunning: boolean;
}): ReactNode {
  const parts = [
    `${describeCount(counts.taken, "page")} with ${describeCount(counts.characters, "character")}`,
    counts.duplicates > 0 && describeCount(counts.duplicates, "duplicate"),
    counts.unreadable > 0 && `${describeCount(counts.unreadable, "page")} unreadable`,
    counts.leftOut > 0 && `${describeCount(counts.leftOut, "page")} skipped`,
  ];
  const begin = {
    queued: "Waiting. ",
    running: "So far: ",
    done: "",
    failed: "Failed. ",
    cancelled: "Stopped. ",
  };
  return (
    <>
      {isRunning && <Spinner size={1} />} {begin[state]}
      {parts.filter(Boolean).join(", ")}
      {isRunning && counts.found > 0 && `, of ${describeCount(counts.found, "address", "addresses")} found`}.
    </>
  );
}

const verdicts: Record<PreprocessedPage["verdict"], { label: string; tone: BadgeTone }> = {
  unreadable: { label: "Unreadable", tone: "danger" },
  duplicate: { label: "Duplicate", tone: "warning" },
  leftOut: { label: "Skipped", tone: "neutral" },
  taken: { label: "Included", tone: "success" },
};

function Pages({ look: { pages } }: { look: Preprocessing }): ReactNode {
  return (
    // It scrolls, so it can be reached by key.
    <ul className={list} aria-label="Pages in this preview" tabIndex={0}>
      {pages.map(({ name, url, verdict, reason, characters }, at) => (
        <li key={`${url} ${name} ${at}`}>
          <div>
            <span>{name}</span>
            {(reason ?? (url !== name ? url : null)) && <small>{reason ?? url}</small>}
          </div>
          {characters > 0 && <small>{describeCount(characters, "character")}</small>}
          <Badge tone={verdicts[verdict].tone}>{verdicts[verdict].label}</Badge>
        </li>
      ))}
    </ul>
  );
}

const frame = css`
  display: grid;
  gap: 10px;
  min-width: 0;
`;
const bar = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 14px;
  & > p {
    flex: 1 1 220px;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    font-variant-numeric: tabular-nums;
  }
`;
const small = css`
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
const list = css`
  max-height: 240px;
  margin: 0;
  padding: 0;
  overflow-y: auto;
  list-style: none;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  & > li {
    display: flex;
    align-items: center;
    gap: 12px;
    padding: 7px 12px;
  }
  & > li + li {
    border-top: 1px solid var(--ph-line);
  }
  & > li > div {
    display: grid;
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & small {
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
  }
`;
