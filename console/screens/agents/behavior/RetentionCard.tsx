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
      subtitle="Once a day, older conversations are deleted with their files and receipts. Visitors without conversations are forgotten. Takes effect when you publish."
    >
      <TextField
        label="Days without a message"
        hint="Empty: conversations are kept as long as the agent."
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
    // Once typing has stopped.
    const timer = setTimeout(() => void loadForecast({ orgId, agentId }, days), countAfterMs);
    return () => clearTimeout(timer);
  }, [orgId, agentId, days]);
  const isOfThis = data?.agentId === agentId && data.days === days;
  if (error && !isOfThis)
    return <ErrorNotice title="Affected conversations could not be counted." error={error} />;
  return (
    <p className={note} role="status">
      {isOfThis ? describe(data) : "Counting affected conversations…"}
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
      ? `Today this would delete no conversations: none is older than ${describeDate(before)}.`
      : `Today this would delete ${plural(conversations, {
          one: "{count} conversation",
          other: "{count} conversations",
        })} from before ${describeDate(before)}, with ${plural(files, { one: "{count} file", other: "{count} files" })}.`;
  if (keptOpen === 0) return gone;
  return `${gone} ${plural(keptOpen, {
    one: "{count} open one with a person stays until it is resolved.",
    other: "{count} open ones with a person stay until they are resolved.",
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
