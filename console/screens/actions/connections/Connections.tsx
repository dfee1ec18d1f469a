import type { ReactNode } from "react";
import type { IntegrationPartProps } from "../integrationPart.ts";
import { ConnectionGrid } from "./ConnectionGrid.tsx";
import { ConnectionView } from "./ConnectionView.tsx";

/** The services that the agent is connected to, or one of them. */
export default function Connections({ place, itemId }: IntegrationPartProps): ReactNode {
  if (itemId === undefined) return <ConnectionGrid place={place} />;
  return <ConnectionView place={{ ...place, integrationId: itemId }} />;
}
