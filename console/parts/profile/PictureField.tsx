import { useRef } from "react";
import type { ChangeEvent, ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Avatar } from "../../../shared/ui/Avatar.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { useAction } from "../useAction.ts";
import { organization } from "../../state/accounts/organization.ts";
import { removePicture, savePicture } from "../../state/accounts/profile.ts";
import { fullName } from "../fullName.ts";
import { cutSquare } from "./cutSquare.ts";
import type { OwnProfile } from "./ownProfile.ts";
import { toAddress } from "../../../shared/client/basePath.ts";

/** The user's picture: chosen, made small here, and taken away again. */
export function PictureField({ own }: { own: OwnProfile }): ReactNode {
  const { _id: orgId } = useSnapshot(organization);
  const input = useRef<HTMLInputElement>(null);
  const saving = useAction(async (file: File) => savePicture(await cutSquare(file), orgId ?? ""));
  const removing = useAction(removePicture);
  const error = saving.error ?? removing.error;

  const handleFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    // So that the same file can be chosen again after an error.
    event.currentTarget.value = "";
    if (!file) return;
    removing.clear();
    if (await saving.run(file)) showToast("Picture saved");
  };
  const handleRemove = async () => {
    saving.clear();
    if (await removing.run()) showToast("Picture removed");
  };
  return (
    <div className={field}>
      <Avatar
        name={fullName(own)}
        image={own.profile_pic_url ? toAddress(own.profile_pic_url) : undefined}
        size={88}
      />
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        aria-label="Picture"
        hidden
        onChange={(event) => void handleFile(event)}
      />
      <div>
        <Button size="small" isBusy={saving.isBusy} onClick={() => input.current?.click()}>
          {own.profile_pic_url ? "Change picture" : "Upload picture"}
        </Button>
        {own.profile_pic_url && (
          <Button size="small" kind="quiet" isBusy={removing.isBusy} onClick={() => void handleRemove()}>
            Remove
          </Button>
        )}
      </div>
      {error && <ErrorNotice title="The picture was not changed." error={error} />}
    </div>
  );
}

const field = css`
  display: grid;
  align-content: start;
  justify-items: center;
  gap: 12px;
  & > div:not([role]) {
    display: grid;
    gap: 4px;
  }
  & > [role="alert"] {
    max-width: 260px;
  }
  @media (max-width: 600px) {
    grid-template-columns: auto minmax(0, 1fr);
    justify-items: start;
    align-items: center;
    gap: 12px 20px;
    & > [role="alert"] {
      grid-column: 1 / -1;
      max-width: none;
    }
  }
`;
