import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { DigestState } from "../../../shared/contract/notifications/digest.ts";
import type { DigestRhythm } from "../../../shared/domain/digest.ts";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { Card } from "../Card.tsx";
import { Choices } from "../Choices.tsx";
import { describeDateTime } from "../describeMoment.ts";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { Loaded } from "../Loaded.tsx";
import { useAction } from "../useAction.ts";
import { moments } from "../../state/shell/moments.ts";
import { changeDigest, digest, loadDigest } from "../../state/notifications/digest.ts";

const rhythms = [
  { value: "never", label: "Never" },
  { value: "day", label: "Every day" },
  { value: "week", label: "Every week" },
] as const;

interface DigestCardProps {
  orgId: string;
  /** The user's own, by whose clocks it comes: another one is another time. */
  timeZone: string | null;
}

/** How often somebody hears by mail of what waits in the organization. The choice takes effect immediately. */
export function DigestCard({ orgId, timeZone }: DigestCardProps): ReactNode {
  const resource = useSnapshot(digest);
  const { run, error } = useAction((every: DigestRhythm) => changeDigest(orgId, every));
  useEffect(() => void loadDigest(orgId), [orgId, timeZone]);
  return (
    <Card
      title="E-mail digest"
      subtitle="Waiting conversations and notes that mention you, in this organization. Sent only when something waits."
    >
      {error && <ErrorNotice title="Your change wasn’t saved." error={error} />}
      <Loaded
        resource={resource}
        needs="conversations.read"
        onRetry={() => void loadDigest(orgId)}
        skeleton={<Skeleton width="260px" height="40px" />}
      >
        {(state) => (
          <div className={frame}>
            <Choices
              label="Digest frequency"
              value={state.every}
              options={rhythms}
              onChange={async (every) => {
                if (await run(every)) showToast("Preferences saved");
              }}
            />
            <p>{describeNext(state)}</p>
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function describeNext({ every, nextAt, timeZone }: DigestState): string {
  const zone = timeZone.replaceAll("_", " ");
  if (nextAt === null) return `Sent at 8:00 in ${zone} when on.`;
  const when = every === "day" ? "Every day at 8:00" : "Every Monday at 8:00";
  return `${when} in ${zone}. Next: ${describeDateTime(nextAt, { ...moments, timeZone })}.`;
}

const frame = css`
  display: grid;
  gap: 10px;
  justify-items: start;
  & > p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
