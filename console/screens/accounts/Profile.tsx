import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Avatar } from "../../../shared/ui/Avatar.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { authentication } from "../../state/authentication.ts";
import { AccountPage } from "./AccountPage.tsx";
import { fullName } from "./fullName.ts";
import { PasswordCard } from "./PasswordCard.tsx";
import { SessionsCard } from "./SessionsCard.tsx";

/** The signed-in user: who they are, their password, and where they are signed in. */
export default function Profile(): ReactNode {
  const { user } = useSnapshot(authentication);
  if (!user) return null;
  const name = fullName(user);
  return (
    <AccountPage title="Your Profile" subtitle="It is yours in every organization." isNarrow>
      <Card title="About you">
        <div className={about}>
          <Avatar name={name} size={56} />
          <dl>
            <dt>Name</dt>
            <dd>{name || "–"}</dd>
            <dt>E-mail</dt>
            <dd>{user.email}</dd>
          </dl>
        </div>
      </Card>
      <PasswordCard email={user.email} />
      <SessionsCard />
    </AccountPage>
  );
}

const about = css`
  display: flex;
  align-items: center;
  gap: 20px;
  & > dl {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 6px 20px;
    margin: 0;
  }
  & dt {
    color: var(--ph-text-2);
  }
  & dd {
    margin: 0;
    font-weight: 550;
    overflow-wrap: anywhere;
  }
`;
