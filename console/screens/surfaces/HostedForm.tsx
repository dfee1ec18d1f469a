import { useState } from "react";
import type { ReactNode } from "react";
import { ExternalLink } from "lucide-react";
import { buttonClass } from "../../../shared/ui/Button.tsx";
import { CopyButton } from "../../../shared/ui/CopyButton.tsx";
import { TextArea } from "../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import type { ShownHostedPage } from "../../state/surfaces/hostedWeb.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { ImageField } from "./ImageField.tsx";
import { LinkPicture } from "./LinkPicture.tsx";
import { SavedForm } from "./SavedForm.tsx";
import { SignedInOnly } from "./SignedInOnly.tsx";
import { SlugField } from "./SlugField.tsx";
import { SwitchRow } from "./SwitchRow.tsx";
import { useHostedForm } from "./useHostedForm.ts";
import { readServerAddress, toAddress } from "../../../shared/client/basePath.ts";

interface HostedFormProps {
  place: AgentPlace;
  page: ShownHostedPage;
  /** The chat's main color, which the page takes too. */
  primary: string;
  isReadOnly: boolean;
}

/** The page's settings, public the moment they are saved, with what a link to it looks like beside. */
export function HostedForm({ place, page, primary, isReadOnly }: HostedFormProps): ReactNode {
  const form = useHostedForm(page, place);
  const { typed, change, saving } = form;
  const { error } = saving;
  /** Where the pictures that were chosen here can be seen, by their files: the server shows saved ones only. */
  const [seen, setSeen] = useState<Record<string, string>>({});
  const address = `${readServerAddress()}/p/${page.slug}`;
  const isPublic = page.enabled && page.revision > 0;
  const { imageFileId: savedImage, iconFileId: savedIcon } = page.settings;
  const find = (part: "image" | "icon", fileId: string | null, saved: string | null): string | null => {
    if (!fileId) return null;
    // The version of the picture is its file: another one is another address for the browser.
    const isServed = isPublic && fileId === saved;
    return seen[fileId] ?? (isServed ? toAddress(`/p/${page.slug}/${part}?${fileId}`) : null);
  };
  const image = find("image", typed.imageFileId, savedImage);
  const icon = find("icon", typed.iconFileId, savedIcon);
  const remember = (fileId: string | null, shown: string | null) =>
    fileId && shown && setSeen((before) => ({ ...before, [fileId]: shown }));
  return (
    <SavedForm form={form} failedTitle="The page was not saved.">
      <div className={columns}>
        <fieldset disabled={isReadOnly} aria-label="Hosted page">
          <Card
            title="Hosted page"
            subtitle="The chat as its own page, with the widget’s look. For links, e-mails and home screens."
          >
            <SwitchRow
              label="Page is on"
              isOn={typed.enabled}
              onChange={(enabled) => change({ enabled })}
              isDisabled={isReadOnly}
            >
              {typed.enabled
                ? "Anyone with the link can open it."
                : "Off. Its address shows that there is no chat."}
            </SwitchRow>
            <SlugField
              place={place}
              saved={page.revision > 0 ? page.slug : null}
              value={typed.slug}
              onChange={(slug) => change({ slug })}
              error={
                findFieldError(error, "slug") ??
                (error?.code === "name_taken" ? "This address is taken. Choose another one." : undefined)
              }
            />
            {isPublic && (
              <div className={links}>
                <a
                  className={buttonClass("secondary", "small")}
                  href={address}
                  target="_blank"
                  rel="noopener"
                >
                  <ExternalLink size={15} aria-hidden />
                  Open the page
                </a>
                <CopyButton text={address} label="Copy link" />
              </div>
            )}
            {typed.enabled && <SignedInOnly place={place} address={address} />}
          </Card>
          <Card
            title="Title and description"
            subtitle="Shown in browser tabs, search results and link previews."
          >
            <TextField
              label="Title"
              isRequired
              limit={80}
              value={typed.title}
              onChange={(title) => change({ title })}
              error={findFieldError(error, "settings.title")}
            />
            <TextArea
              label="Description"
              rows={2}
              limit={300}
              aside={`${typed.description.length} / 300`}
              value={typed.description}
              onChange={(description) => change({ description })}
              error={findFieldError(error, "settings.description")}
            />
            <ImageField
              label="Picture for shared links"
              hint="1200 × 630 px fits most networks. PNG, JPEG, WebP or GIF."
              orgId={place.orgId}
              fileId={typed.imageFileId}
              shown={image}
              onChange={(imageFileId, shown) => {
                change({ imageFileId });
                remember(imageFileId, shown);
              }}
              error={findFieldError(error, "settings.imageFileId")}
            />
            <ImageField
              label="Icon"
              hint="Square, 512 × 512 px. Empty: drawn in your main color."
              isSquare
              orgId={place.orgId}
              fileId={typed.iconFileId}
              shown={icon}
              onChange={(iconFileId, shown) => {
                change({ iconFileId });
                remember(iconFileId, shown);
              }}
              error={findFieldError(error, "settings.iconFileId")}
            />
            <SwitchRow
              label="Search engines may list it"
              isOn={typed.isIndexed}
              onChange={(isIndexed) => change({ isIndexed })}
              isDisabled={isReadOnly}
            >
              {typed.isIndexed
                ? "Google and others may show the page in their results."
                : "The page asks them to leave it out (noindex)."}
            </SwitchRow>
          </Card>
        </fieldset>
        <LinkPicture
          title={typed.title}
          description={typed.description}
          slug={typed.slug}
          image={image}
          icon={icon}
          primary={primary}
        />
      </div>
    </SavedForm>
  );
}

const columns = css`
  display: grid;
  grid-template-columns: minmax(0, 1.35fr) minmax(0, 1fr);
  align-items: start;
  gap: 16px 24px;
  & > fieldset {
    display: grid;
    gap: 16px;
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  @media (max-width: 1024px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const links = css`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`;
