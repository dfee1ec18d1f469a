import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { useParams } from "wouter";
import { UserPlus } from "lucide-react";
import { Button } from "../../../shared/ui/Button.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { mayDo, organization } from "../../state/accounts/organization.ts";
import { SettingsPage } from "../../parts/SettingsPage.tsx";
import { PeopleSkeleton } from "./PeopleSkeleton.tsx";
import { MembersPart } from "./MembersPart.tsx";
import { InvitesPart, InviteDialog, ApiKeysPart, AuditPart } from "./overlays.ts";

const subtitles: Record<string, ((name: string) => string) | undefined> = {
  keys: (name) => `Programs with access to ${name}, and their permissions.`,
  audit: (name) => `Actions by members and API keys in ${name}. Kept for 365 days.`,
};

/** Settings: the people of the organization and who was invited, its API keys, and who did what. */
export default function Teams(): ReactNode {
  const { orgId = "" } = useParams();
  const { name } = useSnapshot(organization);
  const query = useQuery();
  const [isInviting, setIsInviting] = useState(false);
  const [invitedTimes, setInvitedTimes] = useState(0);
  const view = query.read("view");
  const mayInvite = mayDo("team.invite");
  const part = view === "invites" || view === "keys" || view === "audit" ? view : "members";
  const isPeople = part === "members" || part === "invites";
  const inviteButton = mayInvite && isPeople && (
    <Button kind="primary" icon={<UserPlus size={17} aria-hidden />} onClick={() => setIsInviting(true)}>
      Invite people
    </Button>
  );
  return (
    <SettingsPage
      part={part}
      subtitle={subtitles[part]?.(name) ?? `Members of ${name} and their roles.`}
      actions={inviteButton}
    >
      {!mayInvite && isPeople && <p>Only owners and admins can invite people and change groups.</p>}
      <Suspense fallback={<PeopleSkeleton />}>
        {part === "invites" && <InvitesPart key={invitedTimes} orgId={orgId} />}
        {part === "members" && <MembersPart orgId={orgId} />}
        {part === "keys" && <ApiKeysPart orgId={orgId} />}
        {part === "audit" && <AuditPart orgId={orgId} />}
      </Suspense>
      <Suspense>
        {isInviting && (
          <InviteDialog
            onInvited={() => setInvitedTimes((times) => times + 1)}
            onClose={() => setIsInviting(false)}
          />
        )}
      </Suspense>
    </SettingsPage>
  );
}
