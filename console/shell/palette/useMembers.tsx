import { useEffect, useState } from "react";
import { Avatar } from "../../../shared/ui/Avatar.tsx";
import { mayDo } from "../../state/accounts/organization.ts";
import { paths } from "../../state/shell/paths.ts";
import { findMembers } from "../../state/accounts/team.ts";
import type { Command } from "./command.ts";

/** So long after the last letter the server is asked, from so many letters on. */
const settleMs = 200;
const leastLetters = 2;

/** The members whose name or address has in it what is typed; nobody for whom may not read the team. */
export function useMembers(orgId: string, typed: string): Command[] {
  const search = typed.trim();
  const isAsked = search.length >= leastLetters && mayDo("team.read");
  const [found, setFound] = useState<{ search: string; commands: Command[] }>({ search: "", commands: [] });

  useEffect(() => {
    if (!isAsked) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      findMembers(search).then(
        (members) => isCurrent && setFound({ search, commands: members.map((one) => toCommand(orgId, one)) }),
        // The rest of the palette works without; the team's own page says what is wrong.
        (thrown: unknown) => console.warn(thrown),
      );
    }, settleMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [isAsked, search, orgId]);
  return isAsked && found.search === search ? found.commands : [];
}

type Found = Awaited<ReturnType<typeof findMembers>>[number];

function toCommand(orgId: string, { email, first_name, last_name }: Found): Command {
  const name = `${first_name} ${last_name}`.trim();
  return {
    id: `member:${email}`,
    group: "Members",
    label: name || email,
    hint: name ? email : "Member",
    icon: <Avatar name={name} size={20} />,
    href: `${paths.team(orgId)}?search=${encodeURIComponent(email)}`,
  };
}
