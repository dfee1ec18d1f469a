import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { plural } from "../../../../shared/words/language.ts";
import { Card } from "../../../parts/Card.tsx";
import { describeDate } from "../../../parts/describeMoment.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { useAgentPlace } from "../../../parts/useAgent.ts";
import { forecast, loadForecast } from "../../../state/conversations/threads/retention.ts";
import type { BehaviorFieldsProps } from "./behaviorFieldsProps.ts";

const mostDays = 3650;
const countAfterMs = 300;

/** For how long conversations are kept, with what that would delete now. */
export function RetentionCard({ typed: { retentionDays }, onChange, error }: BehaviorFieldsProps): ReactNode {
  return (
    <Card
      title="Keeping conversations"
      subtitle="Older ones are deleted once a day, with their files and what stands behind their answers; visitors who have none left are forgotten. It counts from the moment it is published."
    >
      <TextField
        label="Days without a message"
        hint="Empty: conversations are kept for as long as the agent exists."
        type="number"
        value={retentionDays?.toString() ?? ""}
        onChange={(text) => onChange({ retentionDays: readDays(text) })}
        error={findFieldError(error, "retentionDays")}
      />
      {retentionDays !== null && <Forecast days={retentionDays} />}
    </Card>
  );
}

function Forecast({ days }: { days: number }): ReactNode {
  const { orgId, agentId } = useAgentPlace();
  const { data, error } = useSnapshot(forecast);
  useEffect(() => {
    // Once nobody types any more.
    const timer = setTimeout(() => void loadForecast({ orgId, agentId }, days), countAfterMs);
    return () => clearTimeout(timer);
  }, [orgId, agentId, days]);
  const isOfThis = data?.agentId === agentId && data.days === days;
  if (error && !isOfThis)
    return <ErrorNotice title="What that deletes could not be counted." error={error} />;
  return (
    <p className={note} role="status">
      {isOfThis ? describe(data) : "Counting what that deletes…"}
    </p>
  );
}

interface Counts {
  before: number;
  conversations: number;
  files: number;
  keptOpen: number;
}

function describe({ before, conversations, files, keptOpen }: Counts): string {
  const gone =
    conversations === 0
      ? `Nothing is from before ${describeDate(before)}: today it would delete no conversation.`
      : `Today it would delete ${plural(conversations, {
          one: "{count} conversation",
          other: "{count} conversations",
        })} from before ${describeDate(before)}, with ${plural(files, { one: "{count} file", other: "{count} files" })}.`;
  if (keptOpen === 0) return gone;
  return `${gone} ${plural(keptOpen, {
    one: "{count} open one that a person has in hand stays until it is resolved.",
    other: "{count} open ones that a person has in hand stay until they are resolved.",
  })}`;
}

function readDays(text: string): number | null {
  const days = Math.floor(Number(text));
  return text.trim() === "" || !Number.isFinite(days) ? null : Math.min(mostDays, Math.max(1, days));
}

const note = css`
  padding: 12px 14px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-warning-soft);
`;
