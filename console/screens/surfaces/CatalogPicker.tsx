import { useEffect, useId, useState } from "react";
import type { ReactNode } from "react";
import type { CatalogEntry, CatalogPage } from "../../../shared/contract/voice/voices.ts";
import { voiceServiceFacts } from "../../../shared/domain/voiceServices.ts";
import { toRequestError } from "../../../shared/client/requestError.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { plural } from "../../../shared/words/language.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { previewEntry, readCatalog } from "../../state/models/voiceCatalog.ts";
import type { CatalogKind } from "../../state/models/voiceCatalog.ts";

interface CatalogPickerProps {
  orgId: string;
  kind: CatalogKind;
  label: string;
  /** Only this service's entries; those of all where it is left out. */
  service?: CatalogEntry["service"];
  chosenId: string;
  onChoose: (entry: Pick<CatalogEntry, "service" | "id" | "name">) => void;
  isReadOnly: boolean;
}

/** How long somebody has stopped typing before the list is searched. */
const settleMs = 250;

/** What services list, to be searched, heard or seen, and chosen from. */
export function CatalogPicker(props: CatalogPickerProps): ReactNode {
  const { orgId, kind, label, service, chosenId, onChoose, isReadOnly } = props;
  const name = useId();
  const [search, setSearch] = useState("");
  const [pages, setPages] = useState<CatalogPage[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  const [shown, setShown] = useState<{ id: string; address: string; contentType: string } | null>(null);
  useEffect(() => () => void (shown && URL.revokeObjectURL(shown.address)), [shown]);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(
      () => {
        readCatalog(orgId, { kind, search, ...(service && { service }), page: 1 }).then(
          (page) => {
            if (!isCurrent) return;
            setError(null);
            setPages([page]);
          },
          (thrown: unknown) => isCurrent && setError(thrown),
        );
      },
      search === "" ? 0 : settleMs,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [orgId, kind, search, service, tries]);
  const more = useAction(async () => {
    const read = pages ?? [];
    const page = read.length + 1;
    setPages([...read, await readCatalog(orgId, { kind, search, ...(service && { service }), page })]);
  });
  const preview = useAction(async (entry: CatalogEntry) => {
    setShown({ id: entry.id, ...(await previewEntry(orgId, kind, entry)) });
  });
  const fault = preview.error ?? more.error;
  if (error !== null)
    return (
      <ErrorNotice
        title="The list could not be read."
        error={toRequestError(error)}
        onRetry={() => setTries(tries + 1)}
      />
    );
  if (!pages) return <Skeleton height="160px" />;
  const last = pages.at(-1);
  const items = pages.flatMap((page) => page.items);
  const isWhole = !last || last.page.page * last.page.limit >= last.page.total;
  if (last?.missing) return <p className={quiet}>{last.missing}</p>;
  return (
    <fieldset className={frame} disabled={isReadOnly}>
      <legend>{label}</legend>
      <TextField
        label={`Search ${label.toLowerCase()}`}
        type="search"
        placeholder={kind === "avatar" ? "Name" : "Name, language, accent"}
        value={search}
        onChange={setSearch}
      />
      {last?.problems.map((problem) => (
        <p key={problem.service} role="status" data-problem="">
          {problem.message}
        </p>
      ))}
      {items.length === 0 ? (
        <p role="status">{search ? "No matches." : "No entries."}</p>
      ) : (
        <ul>
          {items.map((entry) => (
            <li key={`${entry.service} ${entry.id}`}>
              <label>
                <input
                  type="radio"
                  name={name}
                  checked={entry.id === chosenId}
                  onChange={() => onChoose(entry)}
                />
                <span>
                  {entry.name}
                  <small>
                    {[
                      service === undefined && entry.service !== "model"
                        ? voiceServiceFacts[entry.service].label
                        : "",
                      entry.about,
                    ]
                      .filter(Boolean)
                      .join(" · ")}
                  </small>
                </span>
              </label>
              {entry.hasPreview && (
                <Button
                  size="small"
                  isBusy={preview.isBusy}
                  onClick={() => void preview.run(entry)}
                  aria-label={kind === "avatar" ? `Show ${entry.name}` : `Play ${entry.name}`}
                >
                  {kind === "avatar" ? "Show" : "Play"}
                </Button>
              )}
              {shown?.id === entry.id && <Preview {...shown} name={entry.name} />}
            </li>
          ))}
        </ul>
      )}
      {!isWhole && (
        <Button size="small" isBusy={more.isBusy} onClick={() => void more.run()}>
          {plural((last?.page.total ?? 0) - pages.length * (last?.page.limit ?? 0), {
            one: "Show more ({count} left)",
            other: "Show more ({count} left)",
          })}
        </Button>
      )}
      {fault && <ErrorNotice title="This did not work." error={fault} />}
    </fieldset>
  );
}

interface PreviewProps {
  address: string;
  contentType: string;
  name: string;
}

function Preview({ address, contentType, name }: PreviewProps): ReactNode {
  if (contentType.startsWith("image/")) return <img src={address} alt={name} />;
  if (contentType.startsWith("video/"))
    return <video key={address} src={address} autoPlay muted loop playsInline aria-label={name} />;
  return <audio key={address} src={address} autoPlay controls aria-label={name} />;
}

const quiet = css`
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
const frame = css`
  display: grid;
  gap: 10px;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  & > legend {
    position: absolute;
    overflow: hidden;
    width: 1px;
    height: 1px;
    clip-path: inset(50%);
  }
  & > p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & > p[data-problem] {
    color: var(--ph-danger-text);
  }
  & > ul {
    max-height: 280px;
    margin: 0;
    padding: 0;
    overflow-y: auto;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius-s);
    list-style: none;
  }
  & li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 8px;
    padding: 8px 12px;
  }
  & li + li {
    border-top: 1px solid var(--ph-line);
  }
  & li > label {
    display: flex;
    flex: 1 1 160px;
    gap: 10px;
    align-items: baseline;
    min-width: 0;
    cursor: pointer;
  }
  & li span {
    display: grid;
    min-width: 0;
    font-size: var(--ph-text-s);
    overflow-wrap: anywhere;
  }
  & li small {
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
  }
  & li > audio {
    flex: 1 0 100%;
    height: 36px;
  }
  & li > img,
  & li > video {
    flex: 1 0 100%;
    max-height: 200px;
    border-radius: var(--ph-radius-s);
    object-fit: contain;
    background: var(--ph-sunken);
  }
`;
