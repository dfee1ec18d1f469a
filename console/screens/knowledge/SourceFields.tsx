import { Suspense } from "react";
import type { ReactNode } from "react";
import type { RequestError } from "../../../shared/client/requestError.ts";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { TextArea } from "../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { describeNumber } from "../../parts/describeNumber.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { lazy } from "../../parts/lazy.ts";
import type { Draft } from "./draft.ts";
import { NameField } from "./NameField.tsx";
import { WebsiteFields } from "./WebsiteFields.tsx";
import type { AgentPlace } from "../../state/paths.ts";
import type { ShownSource } from "../../state/dataSources.ts";

/** These come when they are chosen: questions with the reader of tables, files with what sends them. */
const QuestionFields = lazy(() => import("./QuestionFields.tsx"));
const FeedFields = lazy(() => import("./FeedFields.tsx"));
const ConnectedFields = lazy(() => import("./connected/ConnectedFields.tsx"));
const FilesField = lazy(() => import("./FilesField.tsx"));

export interface SourceFieldsProps {
  place: AgentPlace;
  draft: Draft;
  /** The files that the source has already. */
  files: ShownSource["files"];
  error: RequestError | null;
  isEdit?: boolean;
  /** The dialog opens: a field that comes later leaves the focus to what was chosen. */
  autoFocus: boolean;
  onChange: (draft: Draft) => void;
  onUploading: (isUploading: boolean) => void;
}

/** The longest text that is taken as one source. */
const textLimit = 200_000;

/** What there is to say about a source of each kind. */
export function SourceFields(props: SourceFieldsProps): ReactNode {
  const { draft, error } = props;
  return (
    <>
      {drawFields(props)}
      {error && !isBesideField(draft, error) && <ErrorNotice error={error} />}
    </>
  );
}

function drawFields({
  place,
  draft,
  files,
  error,
  isEdit,
  autoFocus,
  onChange,
  onUploading,
}: SourceFieldsProps): ReactNode {
  switch (draft.kind) {
    case "website":
      return (
        <WebsiteFields
          draft={draft}
          error={error}
          isEdit={isEdit}
          autoFocus={autoFocus}
          onChange={onChange}
        />
      );
    case "feed":
      return (
        <Suspense fallback={<Skeleton height="160px" />}>
          <FeedFields draft={draft} error={error} isEdit={isEdit} autoFocus={autoFocus} onChange={onChange} />
        </Suspense>
      );
    case "files":
      return (
        <>
          <Suspense fallback={<Skeleton height="120px" />}>
            <FilesField
              orgId={place.orgId}
              there={files}
              autoFocus={autoFocus}
              onChange={(fileIds) => onChange({ ...draft, fileIds })}
              onUploading={onUploading}
              error={findFieldError(error, "fileIds")}
            />
          </Suspense>
          <NameField draft={draft} error={error} isEdit={isEdit} onChange={onChange} />
        </>
      );
    case "text":
      return (
        <>
          <TextField
            label="Title"
            isRequired
            autoFocus={autoFocus}
            limit={200}
            placeholder="Opening hours"
            value={draft.title}
            onChange={(title) => onChange({ ...draft, title })}
            error={findFieldError(error, "title") ?? findFieldError(error, "data.name")}
          />
          <TextArea
            label="Text"
            isRequired
            rows={8}
            limit={textLimit}
            aside={`${describeNumber(draft.text.length)} / ${describeNumber(textLimit)}`}
            hint="Markdown is read: headings cut the text into passages that can be cited alone."
            value={draft.text}
            onChange={(text) => onChange({ ...draft, text })}
            error={findFieldError(error, "text")}
          />
        </>
      );
    case "qa":
      if (isEdit)
        return <NameField draft={draft} error={error} isEdit autoFocus={autoFocus} onChange={onChange} />;
      return (
        <>
          <Suspense fallback={<Skeleton height="240px" />}>
            <QuestionFields draft={draft} error={error} autoFocus={autoFocus} onChange={onChange} />
          </Suspense>
          <NameField draft={draft} error={error} onChange={onChange} />
        </>
      );
    case "documents":
      return (
        <>
          {!isEdit && (
            <p>
              Your own program pushes documents by an API key: Markdown, HTML or plain text, each under an id
              of yours. The call to copy stands on the source’s page.
            </p>
          )}
          <NameField draft={draft} error={error} isEdit={isEdit} autoFocus={autoFocus} onChange={onChange} />
        </>
      );
    case "googleDrive":
    case "notion":
      return (
        <>
          <Suspense fallback={<Skeleton height="240px" />}>
            <ConnectedFields draft={draft} isEdit={isEdit} place={place} onChange={onChange} />
          </Suspense>
          {(isEdit || draft.connectionId !== null) && (
            <>
              <TextField
                label={draft.kind === "notion" ? "Pages at most" : "Files at most"}
                type="number"
                hint="1 to 5,000."
                value={draft.maxItems}
                onChange={(maxItems) => onChange({ ...draft, maxItems })}
                error={findFieldError(error, "maxItems")}
              />
              <NameField draft={draft} error={error} isEdit={isEdit} onChange={onChange} />
            </>
          )}
        </>
      );
    case "sample":
      if (isEdit)
        return <NameField draft={draft} error={error} isEdit autoFocus={autoFocus} onChange={onChange} />;
      return (
        <p>
          Ten help pages of Harbour &amp; Pine, a fictional shop: shipping, returns, payment, gift cards. Ask
          “How long do I have to return something?” and see an answer with its sources. Delete it when your
          own knowledge is in.
        </p>
      );
  }
}

const shownBeside: Record<Draft["kind"], string[]> = {
  website: ["urls", "urls.0", "maxDepth", "maxPages", "include", "exclude", "data.name"],
  feed: ["url", "maxItems", "data.name"],
  files: ["fileIds", "data.name"],
  text: ["title", "text", "data.name"],
  qa: ["0.question", "0.answer", "data.name"],
  documents: ["data.name"],
  googleDrive: ["maxItems", "data.name"],
  notion: ["maxItems", "data.name"],
  sample: ["data.name"],
};

function isBesideField({ kind }: Draft, error: RequestError): boolean {
  return error.fields.length > 0 && shownBeside[kind].some((name) => findFieldError(error, name));
}
