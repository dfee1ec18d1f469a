import type { ReactNode } from "react";
import { Plus, X } from "lucide-react";
import { Button } from "../../../shared/ui/Button.tsx";
import { controlStyle } from "../../../shared/ui/fieldStyle.ts";
import { IconButton } from "../../../shared/ui/IconButton.tsx";
import { sayTooLong } from "../../../shared/ui/sayTooLong.ts";
import { TextArea } from "../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import type { FieldsProps } from "./fieldsProps.ts";

const mostLinks = 5;
const longestLabel = 40;
const longestAddress = 2000;

/** What visitors agree to, and the pages that the law wants. */
export function ConsentFields({ typed, onChange, errorOf }: FieldsProps): ReactNode {
  const { links } = typed;
  const tooLong = findTooLong(links);
  const setLink = (at: number, part: Partial<(typeof links)[number]>) =>
    onChange({ links: links.map((link, index) => (index === at ? { ...link, ...part } : link)) });
  return (
    <>
      <TextArea
        label="Consent line"
        hint="Shown above the input until the first message. Empty: none."
        rows={2}
        limit={300}
        aside={`${typed.consentText.length} / 300`}
        value={typed.consentText}
        onChange={(consentText) => onChange({ consentText })}
        error={errorOf("consentText")}
      />
      <TextField
        label="Its “Learn more” link"
        type="url"
        placeholder="https://example.com/privacy"
        limit={longestAddress}
        value={typed.consentUrl ?? ""}
        onChange={(url) => onChange({ consentUrl: url || null })}
        error={errorOf("consentUrl")}
      />
      <div className={frame} role="group" aria-label="Links at the end of the chat">
        <div>
          <span>Links at the end of the chat</span>
          <small>
            {links.length} / {mostLinks}
          </small>
        </div>
        {links.map((link, index) => (
          // Links have no identity of their own; the place is the link.
          <div key={index} data-row="">
            <input
              className={controlStyle}
              aria-label={`Link ${index + 1}, text`}
              placeholder="Privacy"
              aria-invalid={link.label.length > longestLabel}
              value={link.label}
              onChange={(event) => setLink(index, { label: event.currentTarget.value })}
            />
            <input
              className={controlStyle}
              type="url"
              aria-label={`Link ${index + 1}, address`}
              placeholder="https://example.com/privacy"
              aria-invalid={link.url.length > longestAddress}
              value={link.url}
              onChange={(event) => setLink(index, { url: event.currentTarget.value })}
            />
            <IconButton
              label={`Remove link ${index + 1}`}
              size="small"
              onClick={() => onChange({ links: links.filter((_, at) => at !== index) })}
            >
              <X size={16} aria-hidden />
            </IconButton>
          </div>
        ))}
        {tooLong && <p data-bad="">{tooLong}</p>}
        {errorOf("links") && <p data-bad="">{errorOf("links")}</p>}
        <p>Privacy, terms, imprint.</p>
        <Button
          size="small"
          icon={<Plus size={15} aria-hidden />}
          disabled={links.length >= mostLinks}
          onClick={() => onChange({ links: [...links, { label: "", url: "" }] })}
        >
          Add link
        </Button>
      </div>
    </>
  );
}

/** Says of the first link that is too long which one it is. */
function findTooLong(links: FieldsProps["typed"]["links"]): string | undefined {
  for (const [index, { label, url }] of links.entries()) {
    const problem = sayTooLong(label, longestLabel) ?? sayTooLong(url, longestAddress);
    if (problem) return `Link ${index + 1}: ${problem}`;
  }
  return undefined;
}

const frame = css`
  display: grid;
  justify-items: start;
  gap: 6px;
  min-width: 0;
  & > div:first-child {
    display: flex;
    justify-content: space-between;
    width: 100%;
    font-size: var(--ph-text-s);
  }
  & > div:first-child > span {
    font-weight: 550;
  }
  & > div:first-child > small {
    font-size: inherit;
    color: var(--ph-text-3);
    font-variant-numeric: tabular-nums;
  }
  & > div[data-row] {
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr) auto;
    align-items: center;
    gap: 6px;
    width: 100%;
  }
  & > p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-3);
  }
  & > p[data-bad] {
    color: var(--ph-danger-text);
  }
`;
