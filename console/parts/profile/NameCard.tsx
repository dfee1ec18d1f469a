import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { Card } from "../Card.tsx";
import { findFieldError } from "../fieldErrors.ts";
import { useAction } from "../useAction.ts";
import { saveProfile } from "../../state/accounts/profile.ts";
import type { OwnProfile } from "./ownProfile.ts";
import { PictureField } from "./PictureField.tsx";
import { ProfileForm } from "./ProfileForm.tsx";

/** The user's picture and name. */
export function NameCard({ own }: { own: OwnProfile }): ReactNode {
  const saved = { first_name: own.first_name, last_name: own.last_name };
  const [typed, setTyped] = useState(saved);
  const { run, isBusy, error } = useAction(() => saveProfile(typed));
  const isChanged = typed.first_name !== saved.first_name || typed.last_name !== saved.last_name;
  const field = (name: keyof typeof saved) => ({
    value: typed[name],
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
    error: findFieldError(error, name),
  });
  const handleSubmit = async () => {
    if (!(await run())) return;
    setTyped({ first_name: typed.first_name.trim(), last_name: typed.last_name.trim() });
    showToast("Name saved");
  };
  return (
    <Card title="Name and picture" subtitle="Shown to your team.">
      <div className={columns}>
        <PictureField own={own} />
        <ProfileForm
          isWide
          onSubmit={() => void handleSubmit()}
          error={error}
          errorTitle="The name was not saved."
        >
          <div className={pair}>
            <TextField label="First name" autoComplete="given-name" isRequired {...field("first_name")} />
            <TextField label="Last name" autoComplete="family-name" {...field("last_name")} />
          </div>
          <Button type="submit" kind="primary" isBusy={isBusy} disabled={!isChanged}>
            Save name
          </Button>
        </ProfileForm>
      </div>
    </Card>
  );
}

const pair = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(150px, 1fr));
  gap: 16px;
`;
const columns = css`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 20px 32px;
  @media (max-width: 600px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
