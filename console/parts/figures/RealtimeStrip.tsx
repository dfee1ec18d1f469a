import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Realtime } from "../../../shared/contract/analytics/analytics.ts";
import { formatRelativeTime } from "../../../shared/format/relativeTime.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { describeNumber } from "../describeNumber.ts";
import { useNow } from "../useNow.ts";
import { ofPlace, realtime, watchRealtime } from "../../state/analytics/insights.ts";

/** What happens now: visitors, open conversations, who waits, and who of the team is there. Nothing until it is known. */
export function RealtimeStrip({ orgId, agentId }: { orgId: string; agentId: string | null }): ReactNode {
  useEffect(() => watchRealtime({ orgId, agentId }), [orgId, agentId]);
  const { data } = useSnapshot(realtime);
  const now = useNow();
  if (data?.of !== ofPlace({ orgId, agentId })) return null;
  return (
    <section aria-label="Right now" className={strip}>
      <h2>
        <i aria-hidden /> Right now
      </h2>
      <dl>
        {listFacts(data, now).map(({ name, value, note, isUrgent }) => (
          <div key={name} data-urgent={isUrgent || undefined}>
            <dt>{name}</dt>
            <dd>
              {value}
              {note && <small> {note}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface Fact {
  name: string;
  value: string;
  note?: string | undefined;
  isUrgent?: boolean;
}

type Shown = Pick<
  Realtime,
  "visitors" | "conversationsOpen" | "waiting" | "waitingSince" | "overdue" | "today"
> & { online: readonly { name: string }[] };

function listFacts(data: Shown, now: number): Fact[] {
  const { visitors, conversationsOpen, waiting, waitingSince, overdue, online, today } = data;
  const names = online.map(({ name }) => name.split(" ")[0] ?? "");
  return [
    { name: "Visitors", value: describeNumber(visitors) },
    { name: "Open conversations", value: describeNumber(conversationsOpen) },
    {
      ...{ name: "Waiting for your team", value: describeNumber(waiting), isUrgent: waiting > 0 },
      note:
        overdue > 0
          ? `${describeNumber(overdue)} overdue`
          : waitingSince === null
            ? undefined
            : `asked ${formatRelativeTime(waitingSince, now)}`,
    },
    {
      ...{ name: "Team online", value: describeNumber(online.length) },
      note: names.length > 0 ? names.slice(0, 3).join(", ") + (names.length > 3 ? " …" : "") : undefined,
    },
    { name: "Conversations today", value: describeNumber(today) },
  ];
}

const strip = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 10px 28px;
  padding: 12px 18px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-surface);
  & h2 {
    display: flex;
    align-items: center;
    gap: 8px;
    font-size: var(--ph-text-s);
    font-weight: 600;
  }
  & i {
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: var(--ph-success-text);
  }
  & dl {
    display: flex;
    flex: 1;
    flex-wrap: wrap;
    gap: 8px 28px;
    margin: 0;
  }
  & dl > div {
    display: flex;
    flex-direction: column-reverse;
  }
  & dt,
  & small {
    font-size: var(--ph-text-xs);
    font-weight: 400;
    letter-spacing: 0;
    color: var(--ph-text-2);
  }
  & dd {
    margin: 0;
    font-size: 1.125rem;
    font-weight: 620;
    letter-spacing: -0.01em;
    font-variant-numeric: tabular-nums;
  }
  & [data-urgent] dd {
    color: var(--ph-warning-text);
  }
  @media (max-width: 480px) {
    & dl {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 1fr));
      gap: 12px;
      min-width: 100%;
    }
  }
`;
