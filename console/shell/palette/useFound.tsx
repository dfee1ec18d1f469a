import { useEffect, useState } from "react";
import { BookUser, Library, Webhook, Zap } from "lucide-react";
import { Avatar } from "../../../shared/ui/Avatar.tsx";
import { mayDo } from "../../state/accounts/organization.ts";
import { findMembers } from "../../state/accounts/team.ts";
import { findContacts } from "../../state/conversations/contacts/contactSearch.ts";
import { findSources } from "../../state/knowledge/sourceSearch.ts";
import { findSkills } from "../../state/skills/skillSearch.ts";
import { agentTabPath, paths } from "../../state/shell/paths.ts";
import { findWebhooks } from "../../state/webhooks/webhookSearch.ts";
import type { Command } from "./command.ts";
import type { Finding } from "./listCommands.tsx";

/** The server is asked after this pause in typing, from this many letters. */
const settleMs = 200;
const leastLetters = 2;
const iconSize = 17;

/** What the server knows by the name that is typed: members, and of agents contacts, sources and actions. */
export function useFound(finding: Finding, typed: string): Command[] {
  // The same text means the same question.
  const asked = JSON.stringify(finding);
  const search = typed.trim();
  const isAsked = search.length >= leastLetters;
  const [found, setFound] = useState<{ search: string; commands: Command[] }>({ search: "", commands: [] });

  useEffect(() => {
    if (!isAsked) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      for (const find of listFinders(JSON.parse(asked) as Finding)) {
        find(search).then(
          (more) => {
            if (!isCurrent || more.length === 0) return;
            setFound((before) =>
              before.search === search
                ? { search, commands: [...before.commands, ...more] }
                : { search, commands: more },
            );
          },
          // The rest of the palette works without; the page of its own says what is wrong.
          (thrown: unknown) => console.warn(thrown),
        );
      }
    }, settleMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [isAsked, search, asked]);
  return isAsked && found.search === search ? found.commands : [];
}

type Finder = (search: string) => Promise<Command[]>;

/** Those that this member may use. */
function listFinders({ orgId, agents, mayOpenContacts }: Finding): Finder[] {
  const places = agents.map(({ id: agentId, name: agentName }) => ({ orgId, agentId, agentName }));
  return [
    ...(mayDo("team.read") ? [findMembersOf(orgId)] : []),
    ...(mayDo("webhooks.read") ? [findWebhooksOf(orgId)] : []),
    ...(mayOpenContacts ? places.map(findContactsOf) : []),
    ...(mayDo("knowledge.read") ? places.map(findSourcesOf) : []),
    ...(mayDo("skills.read") ? places.map(findSkillsOf) : []),
  ];
}

/** `agentName` where more than one agent is searched. */
type Place = { orgId: string; agentId: string; agentName: string | null };

const findMembersOf =
  (orgId: string): Finder =>
  async (search) =>
    (await findMembers(search)).map(({ email, first_name, last_name }) => {
      const name = `${first_name} ${last_name}`.trim();
      return {
        id: `member:${email}`,
        group: "Members",
        label: name || email,
        hint: name ? email : "Member",
        icon: <Avatar name={name} size={20} />,
        href: `${paths.team(orgId)}?search=${encodeURIComponent(email)}`,
      };
    });

const findWebhooksOf =
  (orgId: string): Finder =>
  async (search) =>
    (await findWebhooks(orgId, search)).map(({ id, name, url }) => ({
      id: `webhook:${id}`,
      group: "Webhooks",
      label: name,
      hint: url,
      icon: <Webhook size={iconSize} aria-hidden />,
      href: `${paths.webhooks(orgId)}?webhook=${encodeURIComponent(id)}`,
    }));

const findContactsOf =
  (place: Place): Finder =>
  async (search) =>
    (await findContacts(place, search)).map(({ id, name, email }) => ({
      id: `contact:${id}`,
      group: "Contacts",
      label: name,
      hint: [email, place.agentName].filter(Boolean).join(" · ") || undefined,
      icon: <BookUser size={iconSize} aria-hidden />,
      href: agentTabPath({ ...place, tab: `inbox/contacts/${encodeURIComponent(id)}` }),
    }));

const findSourcesOf =
  (place: Place): Finder =>
  async (search) =>
    (await findSources(place, search)).map(({ id, name }) => ({
      id: `source:${id}`,
      group: "Data sources",
      label: name,
      hint: place.agentName ?? undefined,
      icon: <Library size={iconSize} aria-hidden />,
      href: agentTabPath({ ...place, tab: `datasources?source=${encodeURIComponent(id)}` }),
    }));

const findSkillsOf =
  (place: Place): Finder =>
  async (search) =>
    (await findSkills(place, search)).map(({ id, title, name }) => ({
      id: `skill:${id}`,
      group: "Agent’s actions",
      label: title || name,
      hint: place.agentName ?? undefined,
      icon: <Zap size={iconSize} aria-hidden />,
      href: agentTabPath({ ...place, tab: `integrations/actions/${encodeURIComponent(id)}` }),
    }));
