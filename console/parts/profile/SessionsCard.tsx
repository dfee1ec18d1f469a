import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { MonitorSmartphone } from "lucide-react";
import { formatRelativeTime } from "../../../shared/format/relativeTime.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { Card } from "../Card.tsx";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { describeMoment } from "../describeMoment.ts";
import { Loaded } from "../Loaded.tsx";
import { useAction } from "../useAction.ts";
import { useNow } from "../useNow.ts";
import { endAllOthers, endOtherSession, loadSessions, sessions } from "../../state/accounts/profile.ts";
import { buttons } from "./ProfileForm.tsx";
import { ProofDialog } from "./ProofDialog.tsx";
import { deviceList } from "../deviceList.ts";

interface ShownSession {
  _id: string;
  createdAt: number;
  lastSeenAt: number;
  isCurrent: boolean;
  device: string | null;
}

/** Where the user is signed in; any but this one can be ended here. */
export function SessionsCard(): ReactNode {
  const resource = useSnapshot(sessions);
  useEffect(() => void loadSessions(), []);
  return (
    <Card
      title="Sessions"
      subtitle="Where you’re signed in. If you don’t recognize one, end it and change your password."
    >
      <Loaded
        resource={resource}
        needs="organization.read"
        onRetry={() => void loadSessions()}
        skeleton={<Skeleton height="64px" />}
      >
        {(all) => (
          <>
            <ul className={deviceList} aria-label="Sessions">
              {all.map((session) => (
                <SessionRow key={session._id} session={session} />
              ))}
            </ul>
            {all.length > 1 && <EndOthers />}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function EndOthers(): ReactNode {
  const { run, isBusy, error, clear } = useAction(endAllOthers);
  const handleClick = async () => {
    if (await run()) showToast("All other sessions ended");
  };
  return (
    <div className={buttons}>
      <Button isBusy={isBusy} onClick={() => void handleClick()}>
        End all others
      </Button>
      {error && error.code !== "password_needed" && (
        <ErrorNotice title="The sessions couldn’t be ended." error={error} />
      )}
      {error?.code === "password_needed" && (
        <ProofDialog onProved={() => void handleClick()} onClose={clear} />
      )}
    </div>
  );
}

function SessionRow({ session }: { session: ShownSession }): ReactNode {
  const now = useNow();
  const ending = useAction(async () => {
    await endOtherSession(session._id);
    showToast("Session ended");
  });
  const { createdAt, lastSeenAt, isCurrent, device } = session;
  const name = device ?? "A browser";
  return (
    <li>
      <MonitorSmartphone size={18} aria-hidden />
      <span>
        <strong>{name}</strong>
        <span>
          Signed in {describeMoment(createdAt)} · last seen{" "}
          <time dateTime={new Date(lastSeenAt).toISOString()}>{formatRelativeTime(lastSeenAt, now)}</time>
        </span>
      </span>
      {isCurrent ? (
        <Badge tone="success">This one</Badge>
      ) : (
        <Button
          size="small"
          aria-label={`End the session of ${name}, ${describeMoment(createdAt)}`}
          isBusy={ending.isBusy}
          onClick={() => void ending.run()}
        >
          End
        </Button>
      )}
      {ending.error && ending.error.code !== "password_needed" && (
        <ErrorNotice title="The session couldn’t be ended." error={ending.error} />
      )}
      {ending.error?.code === "password_needed" && (
        <ProofDialog onProved={() => void ending.run()} onClose={ending.clear} />
      )}
    </li>
  );
}
