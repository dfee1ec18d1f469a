import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Card } from "../../parts/Card.tsx";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { DeleteAgentDialog } from "./overlays.ts";

/** The way to an agent's end. */
export function DeleteAgentCard({ agent, place }: { agent: Snapshot<Agent>; place: AgentPlace }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card
      title="Delete this agent"
      subtitle="Deletes its knowledge, surfaces and conversations. You can restore it for 7 days. To stop it for a while, pause it on its overview."
    >
      <div>
        <Button kind="danger" onClick={() => setIsOpen(true)}>
          Delete agent
        </Button>
      </div>
      <Suspense>
        {isOpen && <DeleteAgentDialog name={agent.name} place={place} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </Card>
  );
}
