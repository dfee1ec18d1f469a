import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { RotateCcw, ScrollText } from "lucide-react";
import type { ThreadSummary } from "../../../../../shared/contract/conversations/messages/assist.ts";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { css, cx } from "../../../../../shared/ui/style/css.ts";
import { detailsPart } from "../../threads/detailsPart.ts";
import { describeDateTime } from "../../../../parts/describeMoment.ts";
import { ErrorNotice } from "../../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../../parts/useAction.ts";
import { assist, loadAssistance, summarize } from "../../../../state/conversations/messages/assist.ts";
import { conversation } from "../../../../state/conversations/threads/conversation.ts";
import type { ShownMessage, ThreadPlace } from "../../../../state/conversations/threads/conversation.ts";
import type { describeEvent } from "../../threads/describeEvent.ts";
import { helpWords } from "./helpWords.ts";

/** What is shorter than this is read as quickly as its summary. */
const longThread = 8;

interface SummaryPanelProps {
  place: ThreadPlace;
  /** Says what was decided as the conversation beside it does, whose part of the script it then need not load. */
  describe: typeof describeEvent;
}

/** A long conversation in short, for the team: kept until somebody renews it, and told to be old where more was said. */
export function SummaryPanel({ place, describe }: SummaryPanelProps): ReactNode {
  const { orgId, agentId, threadId } = place;
  const { read, threadId: readOf } = useSnapshot(assist);
  const { messages, hasMore } = useSnapshot(conversation);
  /** The one that was just made, where what is kept could not be read. */
  const [made, setMade] = useState<ThreadSummary | null>(null);
  const making = useAction(async () => setMade(await summarize(place)));
  useEffect(() => void loadAssistance({ orgId, agentId, threadId }), [orgId, agentId, threadId]);
  const known = readOf === threadId ? read : null;
  const summary = known?.summary ?? made;
  const isLong = hasMore || messages.filter(isSaid).length >= longThread;
  if (!summary && !isLong) return null;
  const isOld = summary !== null && messages.some((message) => isNews(message, summary));
  const cost = known?.writer ? ` for ${helpWords.cost(known.writer.credits)}` : "";
  return (
    <section className={cx(detailsPart, panel)} aria-label="Summary" aria-busy={making.isBusy}>
      {summary && <SummaryView summary={summary} describe={describe} />}
      {isOld && <p role="status">There are newer messages.</p>}
      {making.error && <ErrorNotice title="There is no new summary." error={making.error} />}
      <Button
        size="small"
        isBusy={making.isBusy}
        icon={summary ? <RotateCcw size={15} aria-hidden /> : <ScrollText size={15} aria-hidden />}
        title={known?.writer ? `${known.writer.label} writes it${cost}` : undefined}
        onClick={() => void making.run()}
      >
        {summary ? "Update summary" : "Summarize"}
      </Button>
    </section>
  );
}

function isSaid({ kind, audience }: ShownMessage): boolean {
  return kind === "text" && !audience;
}

/** Said after the summary, or rewritten since. */
function isNews(message: ShownMessage, { to, at }: Snapshot<ThreadSummary>): boolean {
  return isSaid(message) && (message.position >= to || (message.editedAt ?? 0) > at);
}

const speakers = { visitor: "The visitor", agent: "The agent", team: "The team" };

interface SummaryViewProps {
  summary: Snapshot<ThreadSummary>;
  describe: typeof describeEvent;
}

function SummaryView({ summary, describe }: SummaryViewProps): ReactNode {
  const { content, at, by } = summary;
  if (content.kind === "written") {
    return (
      <>
        <h3>Summary</h3>
        <p dir="auto">{content.text}</p>
        <small>
          Written by {content.model} for {by}, {describeDateTime(at)} · {helpWords.cost(content.credits)}
        </small>
      </>
    );
  }
  const { asked, decided, last } = content;
  return (
    <>
      <h3>Extract</h3>
      <small>Quoted from the conversation, without a model. {describeDateTime(at)}</small>
      <dl>
        {asked && (
          <div>
            <dt>Asked first</dt>
            <dd dir="auto">{asked.text}</dd>
          </div>
        )}
        {decided.length > 0 && (
          <div>
            <dt>Decided</dt>
            {decided.map((event) => (
              <dd key={`${event.content} ${event.createdAt}`}>{describe(event)}</dd>
            ))}
          </div>
        )}
        {last.map((quoted) => (
          <div key={quoted.by}>
            <dt>{speakers[quoted.by]} said last</dt>
            <dd dir="auto">{quoted.text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const panel = css`
  & > p[dir] {
    display: block;
    color: var(--ph-text);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  & small,
  & dt {
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
  }
  & dl {
    display: grid;
    gap: 8px;
    margin: 0;
    font-size: var(--ph-text-s);
  }
  & dd {
    margin: 0;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  & dd + dd {
    margin-top: 4px;
  }
`;
