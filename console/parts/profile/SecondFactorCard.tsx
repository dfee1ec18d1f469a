import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { plural } from "../../../shared/words/language.ts";
import { Card } from "../Card.tsx";
import { describeDate } from "../describeMoment.ts";
import { buttons } from "./ProfileForm.tsx";
import type { OwnProfile } from "./ownProfile.ts";
import { SetUpApp, RenewCodes, TurnOff } from "./factorOverlays.ts";

const dialogs = { setUp: SetUpApp, renew: RenewCodes, off: TurnOff };

/** Whether a code is asked for beside the password, and what can be done about it. */
export function SecondFactorCard({ own }: { own: OwnProfile }): ReactNode {
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  const { secondFactor } = own;
  const Shown = open && dialogs[open];
  return (
    <Card
      title="Two-factor sign-in"
      subtitle="Sign in with your password and a code from an app on your phone."
      aside={secondFactor ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}
    >
      {secondFactor && (
        <p>
          On since {describeDate(secondFactor.enabledAt)}. {describeLeft(secondFactor.recoveryCodesLeft)}
        </p>
      )}
      <div className={buttons}>
        {secondFactor ? (
          <>
            <Button onClick={() => setOpen("renew")}>New recovery codes</Button>
            <Button kind="quiet" onClick={() => setOpen("off")}>
              Turn off
            </Button>
          </>
        ) : (
          <Button onClick={() => setOpen("setUp")}>Turn on</Button>
        )}
      </div>
      {Shown && (
        <Suspense>
          <Shown hasPassword={own.hasPassword} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </Card>
  );
}

function describeLeft(left: number): string {
  if (left === 0) return "No recovery codes left. Make new ones, or losing your phone locks you out.";
  return plural(left, { one: "{count} recovery code is left.", other: "{count} recovery codes are left." });
}
