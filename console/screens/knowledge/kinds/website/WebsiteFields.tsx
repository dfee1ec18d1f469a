import type { ReactNode } from "react";
import type { RequestError } from "../../../../../shared/client/requestError.ts";
import { websiteScopes } from "../../../../../shared/domain/websiteScopes.ts";
import { Select } from "../../../../../shared/ui/Select.tsx";
import { TextArea } from "../../../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../../../shared/ui/TextField.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import { findFieldError } from "../../../../parts/fieldErrors.ts";
import type { FieldsProps } from "../kind.ts";
import type { WebsiteDraft } from "./websiteDraft.ts";
import { NameField } from "../../NameField.tsx";

const scopes = (Object.keys(websiteScopes) as (keyof typeof websiteScopes)[]) // keys of a literal object
  .map((value) => ({ value, label: websiteScopes[value] }));

/** A website: where to begin and how far to go; the finer settings are folded away. */
export function WebsiteFields(props: FieldsProps<WebsiteDraft>): ReactNode {
  const { draft, error, isEdit, autoFocus, onChange } = props;
  const set = (change: Partial<WebsiteDraft>) => onChange({ ...draft, ...change });
  const urlError = findUrlError(error);
  const finer = ["include", "exclude", "maxDepth", "maxPages"].some((name) => findFieldError(error, name));
  return (
    <>
      {draft.scope === "pages" ? (
        <TextArea
          label="Addresses"
          isRequired
          autoFocus={autoFocus}
          hint="One per line, up to 200."
          placeholder={"https://example.com/faq\nhttps://example.com/prices"}
          value={draft.urls}
          onChange={(urls) => set({ urls })}
          error={urlError}
        />
      ) : (
        <TextField
          label={draft.scope === "sitemap" ? "Sitemap address" : "Address"}
          isRequired
          autoFocus={autoFocus}
          type="url"
          placeholder={draft.scope === "sitemap" ? "https://example.com/sitemap.xml" : "https://example.com"}
          value={draft.urls}
          onChange={(urls) => set({ urls })}
          error={urlError}
        />
      )}
      <Select
        label="What to read"
        value={draft.scope}
        options={scopes}
        onChange={(value) => set({ scope: scopes.find((one) => one.value === value)?.value ?? "site" })}
      />
      {isEdit && <NameField draft={draft} error={error} isEdit onChange={onChange} />}
      <details className={more} open={finer || undefined}>
        <summary>More</summary>
        <div>
          <div className={pair}>
            <TextArea
              label="Include only paths"
              rows={2}
              hint="One per line. * matches anything: /help/*"
              value={draft.include}
              onChange={(include) => set({ include })}
              error={findFieldError(error, "include")}
            />
            <TextArea
              label="Exclude paths"
              rows={2}
              hint="One per line: /help/archive/*"
              value={draft.exclude}
              onChange={(exclude) => set({ exclude })}
              error={findFieldError(error, "exclude")}
            />
          </div>
          <div className={pair}>
            <TextField
              label="Maximum pages"
              type="number"
              hint="1 to 20,000"
              value={draft.maxPages}
              onChange={(maxPages) => set({ maxPages })}
              error={findFieldError(error, "maxPages")}
            />
            <TextField
              label="Link depth"
              type="number"
              hint="0 to 20 clicks from the first page"
              value={draft.maxDepth}
              onChange={(maxDepth) => set({ maxDepth })}
              error={findFieldError(error, "maxDepth")}
            />
          </div>
          {!isEdit && <NameField draft={draft} error={error} onChange={onChange} />}
        </div>
      </details>
    </>
  );
}

/** The server names the line that is wrong; with several lines the number goes along. */
function findUrlError(error: RequestError | null): string | undefined {
  const found = error?.fields.find(({ path }) => /\.urls(\.\d+)?$/.test(path));
  const line = Number(/\.urls\.(\d+)$/.exec(found?.path ?? "")?.[1] ?? 0);
  if (!found) return undefined;
  return line > 0 ? `Line ${line + 1}: ${found.message}` : found.message;
}

const more = css`
  & > summary {
    width: fit-content;
    padding: 4px 0;
    font-weight: 550;
    color: var(--ph-accent-text);
    cursor: pointer;
  }
  & > div {
    display: grid;
    gap: 16px;
    padding-top: 12px;
  }
`;
const pair = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(220px, 100%), 1fr));
  gap: 16px;
  & textarea {
    min-height: 64px;
  }
`;
