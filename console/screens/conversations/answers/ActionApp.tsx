import { useState } from "react";
import type { ReactNode } from "react";
import { toAddress } from "../../../../shared/client/basePath.ts";
import { AppView } from "../../../../shared/ui/app/AppView.tsx";
import { Button } from "../../../../shared/ui/Button.tsx";
import { cardWords } from "../../../../shared/words/cards.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { openActionApp } from "../../../state/conversations/answers/openActionApp.ts";
import type { ThreadPlace } from "../../../state/conversations/threads/conversation.ts";

interface ActionAppProps {
  place: ThreadPlace;
  actionId: string;
}

type Opened = Awaited<ReturnType<typeof openActionApp>>;

/** The app that a visitor sees, for the team to look at: it can do nothing for them, and a server's code runs only once they want it. */
export function ActionApp({ place, actionId }: ActionAppProps): ReactNode {
  const [app, setApp] = useState<Opened | null>(null);
  const { run, isBusy, error } = useAction(async () => setApp(await openActionApp(place, actionId)));
  if (app) {
    const shown = { ...app, url: toAddress(app.url) };
    return <AppView app={shown} words={cardWords} locale="en" acts={null} />;
  }
  return (
    <div>
      {error && <ErrorNotice error={error} />}
      <Button size="small" isBusy={isBusy} onClick={() => void run()}>
        Show app
      </Button>
    </div>
  );
}
