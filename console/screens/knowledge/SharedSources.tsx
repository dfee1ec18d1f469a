import type { ReactNode } from "react";
import { useParams } from "wouter";
import { organizationItself } from "../../../shared/domain/sharedSources.ts";
import { SettingsPage } from "../../parts/SettingsPage.tsx";
import type { PageProps } from "../../parts/Page.tsx";
import { Sources } from "./DataSources.tsx";

/** The organization's own data sources, which its agents share: as an agent's, in the frame of the account. */
export default function SharedSources(): ReactNode {
  const { orgId = "" } = useParams();
  return <Sources key={orgId} place={{ orgId, agentId: organizationItself }} frame={Frame} />;
}

function Frame({ children, ...page }: Omit<PageProps, "above">): ReactNode {
  return (
    <SettingsPage part="sources" {...page}>
      {children}
    </SettingsPage>
  );
}
