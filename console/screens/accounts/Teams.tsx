import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { useParams } from "wouter";
import { UserPlus } from "lucide-react";
import { Button } from "../../../shared/ui/Button.tsx";
import { Tab, Tabs } from "../../../shared/ui/Tabs.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { mayDo, organization } from "../../state/organization.ts";
import { AccountPage } from "./AccountPage.tsx";
import { follow } from "./follow.ts";
import { InviteDialog } from "./InviteDialog.tsx";
import { InvitesPart } from "./InvitesPart.tsx";
import { MembersPart } from "./MembersPart.tsx";

/** Manage Account: the people of the organisation, and who was invited. */
export default function Teams(): ReactNode {
  const { orgId = "" } = useParams();
  const { name } = useSnapshot(organization);
  const query = useQuery();
  const [isInviting, setIsInviting] = useState(false);
  const [invitedTimes, setInvitedTimes] = useState(0);
  const isInvites = query.read("view") === "invites";
  const mayInvite = mayDo("team.invite");
  const none = { search: null, page: null, group: null };
  const views = [
    { href: query.link({ ...none, view: null }), label: "Members", isCurrent: !isInvites },
    { href: query.link({ ...none, view: "invites" }), label: "Pending invitations", isCurrent: isInvites },
  ];
  const inviteButton = mayInvite && (
    <Button kind="primary" icon={<UserPlus size={17} aria-hidden />} onClick={() => setIsInviting(true)}>
      Invite people
    </Button>
  );
  return (
    <AccountPage
      title="Manage Account"
      subtitle={`The people of ${name}, and what each of them may do.`}
      actions={inviteButton}
    >
      <Tabs label="Parts of Manage Account">
        {views.map(({ href, label, isCurrent }) => (
          <Tab key={label} href={href} isCurrent={isCurrent} onClick={(event) => follow(event, href)}>
            {label}
          </Tab>
        ))}
      </Tabs>
      {!mayInvite && (
        <p>You see who is here. Inviting people and changing their groups is for owners and admins.</p>
      )}
      {isInvites ? <InvitesPart key={invitedTimes} orgId={orgId} /> : <MembersPart orgId={orgId} />}
      {isInviting && (
        <InviteDialog
          onInvited={() => setInvitedTimes((times) => times + 1)}
          onClose={() => setIsInviting(false)}
        />
      )}
    </AccountPage>
  );
}
