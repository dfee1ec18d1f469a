import { Suspense } from "react";
import type { ReactNode } from "react";
import { useParams } from "wouter";
import { AgentScreen } from "../../../parts/AgentScreen.tsx";
import { lazy } from "../../../parts/lazy.ts";
import { ContactList } from "./ContactList.tsx";

/** Nobody waits for it in the list. */
const ContactView = lazy(() => import("./ContactView.tsx"));

/** The people who wrote to an agent: the list, or one of them. */
export default function Contacts(): ReactNode {
  const { contactId } = useParams();
  return (
    <AgentScreen>
      {(_, place) =>
        contactId ? (
          <Suspense fallback={null}>
            <ContactView key={contactId} place={{ ...place, contactId }} />
          </Suspense>
        ) : (
          <ContactList place={place} />
        )
      }
    </AgentScreen>
  );
}
