import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { CatalogEntry, CatalogPage } from "../../../shared/contract/voice/voices.ts";
import { voiceServiceFacts } from "../../../shared/domain/voiceServices.ts";
import { toRequestError } from "../../../shared/client/requestError.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../shared/ui/style/visuallyHidden.ts";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { partWords } from "../../../shared/words/parts.ts";
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

/** What was read of one search; pages of another one have nothing to do with it. */
interface Reading {
  search: string;
  pages: CatalogPage[];
}

/** What services list, to be searched, heard or seen, and chosen from. */
export function CatalogPicker(props: CatalogPickerProps): ReactNode {
  const { orgId, kind, label, service, chosenId, onChoose, isReadOnly } = props;
  const name = useId();
  const [search, setSearch] = useState("");
  const [reading, setReading] = useState<Reading | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  const [shown, setShown] = useState<Sample | null>(null);
  const wantedId = useRef("");
  const read = (page: number) => readCatalog(orgId, { kind, search, ...(service && { service }), page });
  const readFirst = useEffectEvent(() => read(1));
  const clearMore = useEffectEvent(() => more.clear());
  useEffect(() => () => void (shown && URL.revokeObjectURL(shown.address)), [shown]);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(
      () => {
        readFirst().then(
          (page) => {
            if (!isCurrent) return;
            setError(null);
            clearMore();
            setReading({ search, pages: [page] });
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
    const page = await read((reading?.pages.length ?? 0) + 1);
    // Somebody may have searched for something else meanwhile.
    setReading((now) => (now === reading && now ? { ...now, pages: [...now.pages, page] } : now));
  });
  const showSample = async (entry: CatalogEntry) => {
    wantedId.current = entry.id;
    const sample = await previewEntry(orgId, kind, entry);
    // Of two that are asked for, the later one is heard.
    if (wantedId.current === entry.id) setShown({ id: entry.id, ...sample });
    else URL.revokeObjectURL(sample.address);
  };
  const last = reading?.pages.at(-1);
  if (last?.missing) return <p className={quiet}>{last.missing}</p>;
  const items = reading?.pages.flatMap((page) => page.items) ?? [];
  const isWhole = !last || last.page.page * last.page.limit >= last.page.total;
  const isSearching = error === null && reading?.search !== search;
  return (
    <fieldset className={frame} disabled={isReadOnly}>
      <legend className={visuallyHidden}>{label}</legend>
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
      <p role="status" className={isSearching || items.length > 0 ? visuallyHidden : undefined}>
        {isSearching
          ? partWords.loading
          : items.length === 0 && error === null
            ? describeEmpty(label, search)
            : ""}
      </p>
      {error !== null ? (
        <ErrorNotice
          title="The list could not be read."
          error={toRequestError(error)}
          onRetry={() => {
            setError(null);
            setTries(tries + 1);
          }}
        />
      ) : !reading ? (
        <Skeleton height="160px" />
      ) : (
        items.length > 0 && (
          <ul aria-busy={isSearching}>
            {items.map((entry) => (
              <Entry
                key={`${entry.service} ${entry.id}`}
                {...{ entry, name, kind, onChoose }}
                about={describeEntry(entry, service === undefined)}
                isChosen={entry.id === chosenId}
                sample={shown?.id === entry.id ? shown : null}
                onSample={showSample}
              />
            ))}
          </ul>
        )
      )}
      {error === null && !isSearching && !isWhole && (
        <Button size="small" isBusy={more.isBusy} onClick={() => void more.run()}>
          Show more
        </Button>
      )}
      {more.error && <ErrorNotice title="The list could not be read." error={more.error} />}
    </fieldset>
  );
}

function describeEmpty(label: string, search: string): string {
  return search ? `No ${label.toLowerCase()} match “${search}”.` : `No ${label.toLowerCase()} yet.`;
}

function describeEntry({ service, about }: CatalogEntry, isOfAll: boolean): string {
  const from = isOfAll && service !== "model" ? voiceServiceFacts[service].label : "";
  return [from, about].filter(Boolean).join(" · ");
}

/** What is heard or seen of an entry. */
interface Sample {
  id: string;
  address: string;
  contentType: string;
}

interface EntryProps extends Pick<CatalogPickerProps, "kind" | "onChoose"> {
  entry: CatalogEntry;
  /** Of the group of radio buttons. */
  name: string;
  about: string;
  isChosen: boolean;
  sample: Sample | null;
  onSample: (entry: CatalogEntry) => Promise<void>;
}

function Entry(props: EntryProps): ReactNode {
  const { entry, name, about, kind, isChosen, onChoose, sample, onSample } = props;
  const sampling = useAction(() => onSample(entry));
  const verb = kind === "avatar" ? "Show" : "Play";
  return (
    <li>
      <label>
        <input type="radio" name={name} checked={isChosen} onChange={() => onChoose(entry)} />
        <span>
          {entry.name}
          <small>{about}</small>
        </span>
      </label>
      {entry.hasPreview && (
        <Button
          size="small"
          isBusy={sampling.isBusy}
          onClick={() => void sampling.run()}
          aria-label={`${verb} ${entry.name}`}
        >
          {verb}
        </Button>
      )}
      {sample && <Preview {...sample} name={entry.name} />}
      {sampling.error && <ErrorNotice title="It could not be played." error={sampling.error} />}
    </li>
  );
}

function Preview({ address, contentType, name }: Sample & { name: string }): ReactNode {
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
  & > p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & > p[data-problem] {
    color: var(--ph-danger-text);
  }
  & > ul[aria-busy="true"] {
    opacity: 0.6;
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
  & li > [role="alert"] {
    flex: 1 0 100%;
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
