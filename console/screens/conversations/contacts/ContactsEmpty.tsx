import type { ReactNode } from "react";
import { Search, Users } from "lucide-react";
import type { ContactFilter } from "../../../../shared/contract/conversations/contacts/contactFilter.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../../shared/ui/EmptyState.tsx";
import { useQuery } from "../../../parts/useQuery.ts";
import { noContactFilters } from "./contactFilters.ts";

interface Sentence {
  title: string;
  text: string;
}

/** Says that nobody is in the list, and why by each thing that it can be narrowed by. */
export function ContactsEmpty({ filter }: { filter: ContactFilter }): ReactNode {
  const query = useQuery();
  const set = Object.keys(filter).length;
  if (set === 0) {
    return (
      <EmptyState title="No visitors yet" icon={<Users size={20} aria-hidden />}>
        Visitors appear here with their first message.
      </EmptyState>
    );
  }
  const { title, text } = set === 1 ? sentenceOf(filter) : several;
  return (
    <EmptyState
      title={title}
      icon={<Search size={20} aria-hidden />}
      action={<Button onClick={() => query.set(noContactFilters)}>Show everybody</Button>}
    >
      {text}
    </EmptyState>
  );
}

const several: Sentence = {
  title: "No contacts match",
  text: "No contact matches all filters. Remove one to see more.",
};

function sentenceOf({ identity, consent, since, blocked }: ContactFilter): Sentence {
  if (identity) return ofIdentity[identity];
  if (consent) return ofConsent[consent];
  if (blocked) {
    return {
      title: "Nobody is blocked",
      text: "Visitors that your team blocks appear here.",
    };
  }
  if (since !== undefined) {
    return { title: "No conversation since then", text: "No contact wrote since that day." };
  }
  return {
    title: "No results",
    text: "Every word must be in the name, e-mail address, your site’s ID or an attribute.",
  };
}

const ofIdentity: Record<NonNullable<ContactFilter["identity"]>, Sentence> = {
  verified: {
    title: "Nobody is verified",
    text: "Visitors that your site signs in appear here. Deploy shows how to sign.",
  },
  address: {
    title: "No e-mail addresses yet",
    text: "Visitors who leave an e-mail address appear here.",
  },
  anonymous: {
    title: "Nobody is anonymous",
    text: "All contacts left an address or were signed in by your site.",
  },
};

const ofConsent: Record<NonNullable<ContactFilter["consent"]>, Sentence> = {
  granted: { title: "Nobody agreed", text: "Visitors who agree appear here." },
  denied: { title: "Nobody said no", text: "Visitors who decline or withdraw appear here." },
  none: { title: "Everybody was asked", text: "Visitors who were never asked appear here." },
};
