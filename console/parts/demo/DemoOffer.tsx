import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Sparkles } from "lucide-react";
import { Button } from "../../../shared/ui/Button.tsx";
import { mayDo } from "../../state/accounts/organization.ts";
import { agents } from "../../state/agents/agents.ts";
import { addDemo, findDemo } from "../../state/analytics/demo.ts";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { useAction } from "../useAction.ts";

/** Offers a newcomer an agent with made-up conversations; nothing where it is there, or they may make none. */
export default function DemoOffer({ orgId, onDone }: { orgId: string; onDone: () => void }): ReactNode {
  const { items } = useSnapshot(agents);
  const adding = useAction(async () => {
    await addDemo(orgId);
    onDone();
  });
  if (!mayDo("agents.create") || findDemo(items)) return null;
  return (
    <>
      <Button
        kind="quiet"
        icon={<Sparkles size={16} aria-hidden />}
        isBusy={adding.isBusy}
        onClick={() => void adding.run()}
      >
        Look at a demo
      </Button>
      {adding.error && <ErrorNotice error={adding.error} />}
    </>
  );
}
