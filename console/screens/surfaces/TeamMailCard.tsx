import type { ReactNode } from "react";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { checkboxList } from "../../parts/checkboxList.ts";
import type { ShownTeamNotices } from "../../state/channels/teamNotices.ts";

interface TeamMailCardProps {
  notices: ShownTeamNotices;
  userIds: readonly string[];
  error: string | undefined;
  onChange: (userIds: string[]) => void;
}

/** Members who get mails, and whether their answers reach the visitor. */
export function TeamMailCard({ notices, userIds, error, onChange }: TeamMailCardProps): ReactNode {
  const { mail, people } = notices;
  if (!mail.canSend) return <Card title="E-mail" subtitle="Needs a mail server. Set SMTP_URL." />;
  return (
    <Card
      title="E-mail"
      subtitle={
        mail.canReply
          ? "Replies to a hand-over’s mail are sent to the visitor. Approvals are decided in the inbox."
          : "Connect a mailbox under Channels to answer by reply."
      }
    >
      <fieldset className={checkboxList}>
        <legend>Send hand-overs and approvals to</legend>
        {people.map(({ id, name, email }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={userIds.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...userIds, id] : userIds.filter((one) => one !== id))
              }
            />
            <span>
              {name}
              <small className={address}>{email}</small>
            </span>
          </label>
        ))}
        {error && <p role="alert">{error}</p>}
      </fieldset>
    </Card>
  );
}

const address = css`
  display: block;
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
