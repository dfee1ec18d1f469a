import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { MonitorSmartphone } from "lucide-react";
import { formatDateTime } from "../../../shared/format/date.ts";
import { formatRelativeTime } from "../../../shared/format/relativeTime.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { Card } from "../../parts/Card.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { useAction } from "../../parts/useAction.ts";
import { useNow } from "../../parts/useNow.ts";
import { endOtherSession, loadSessions, sessions } from "../../state/profile.ts";

interface ShownSession {
  _id: string;
  createdAt: number;
  lastSeenAt: number;
  isCurrent: boolean;
}

/** Where the user is signed in; any but this one can be ended here. */
export function SessionsCard(): ReactNode {
  const resource = useSnapshot(sessions);
  useEffect(() => void loadSessions(), []);
  return (
    <Card
      title="Sessions"
      subtitle="Where you are signed in. Do you not know one? End it and change your password."
    >
      <Loaded
        resource={resource}
        needs="organization.read"
        onRetry={() => void loadSessions()}
        skeleton={<Skeleton height="64px" />}
      >
        {(all) => (
          <ul className={list} aria-label="Sessions">
            {all.map((session) => (
              <SessionRow key={session._id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function SessionRow({ session }: { session: ShownSession }): ReactNode {
  const now = useNow();
  const ending = useAction(async () => {
    await endOtherSession(session._id);
    showToast("Session ended");
  });
  const { createdAt, lastSeenAt, isCurrent } = session;
  return (
    <li>
      <MonitorSmartphone size={18} aria-hidden />
      <span>
        <strong>Signed in {formatDateTime(createdAt)}</strong>
        <span>
          Last seen{" "}
          <time dateTime={new Date(lastSeenAt).toISOString()}>{formatRelativeTime(lastSeenAt, now)}</time>
        </span>
      </span>
      {isCurrent ? (
        <Badge tone="success">This one</Badge>
      ) : (
        <Button
          size="small"
          aria-label={`End the session of ${formatDateTime(createdAt)}`}
          isBusy={ending.isBusy}
          onClick={() => void ending.run()}
        >
          End
        </Button>
      )}
      {ending.error && <ErrorNotice title="It was not ended." error={ending.error} />}
    </li>
  );
}

const list = css`
  display: grid;
  gap: 8px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 14px;
    min-height: 60px;
    padding: 10px 14px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius-s);
  }
  & > li > svg {
    flex: none;
    color: var(--ph-text-3);
  }
  & > li > span:nth-child(2) {
    display: grid;
    flex: 1;
    min-width: 0;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & strong {
    color: var(--ph-text);
    font-size: var(--ph-text-m);
    font-weight: 550;
  }
  & > li > [role="alert"] {
    flex-basis: 100%;
  }
`;
