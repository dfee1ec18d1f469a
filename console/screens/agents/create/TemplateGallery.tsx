import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { SearchX } from "lucide-react";
import { useSnapshot } from "valtio";
import { templateCategories, templateCategoryNames } from "../../../../shared/domain/portable.ts";
import type { TemplateCategory } from "../../../../shared/domain/portable.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../../shared/ui/EmptyState.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { Select } from "../../../../shared/ui/Select.tsx";
import { Loaded } from "../../../parts/Loaded.tsx";
import { SearchField } from "../../../parts/SearchField.tsx";
import { useQuery } from "../../../parts/useQuery.ts";
import { gallery, loadGallery } from "../../../state/agents/templates.ts";
import { GallerySkeleton } from "./GallerySkeleton.tsx";
import { cardId, TemplateCard } from "./TemplateCard.tsx";
import { TemplateView } from "./TemplateView.tsx";

const all = "all";

/** The templates, to search and to choose from; the chosen one is in the address. */
export function TemplateGallery({ orgId }: { orgId: string }): ReactNode {
  const query = useQuery();
  const shown = useSnapshot(gallery);
  const search = query.read("search");
  const category = readCategory(query.read("category"));
  const chosen = query.read("template");
  const [pages, setPages] = useState(1);
  useEffect(() => void loadGallery({ search, category }, pages), [search, category, pages]);

  const left = useRef("");
  useEffect(() => {
    // Coming back from a template scrolls to its card.
    if (!chosen && left.current) document.getElementById(cardId(left.current))?.focus();
    left.current = chosen;
  }, [chosen]);

  if (chosen) return <TemplateView orgId={orgId} templateId={chosen} />;
  const options = [
    { value: all, label: "All templates" },
    ...templateCategories.map((value) => ({ value, label: templateCategoryNames[value] })),
  ];
  return (
    <section className={frame} aria-label="Templates">
      <div className={filters}>
        <SearchField
          label="Search templates"
          value={search}
          onChange={(text) => {
            setPages(1);
            query.set({ search: text || null }, { replace: true });
          }}
        />
        <Select
          label="Category"
          value={category ?? all}
          options={options}
          onChange={(value) => {
            setPages(1);
            query.set({ category: value === all ? null : value }, { replace: true });
          }}
        />
      </div>
      <Loaded
        resource={shown}
        skeleton={<GallerySkeleton />}
        needs="agents.create"
        onRetry={() => loadGallery({ search, category }, pages)}
      >
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState
              title="No template fits"
              icon={<SearchX size={20} aria-hidden />}
              action={
                <Button onClick={() => query.set({ search: null, category: null }, { replace: true })}>
                  Show all templates
                </Button>
              }
            >
              Try another word or another category, or begin with a description.
            </EmptyState>
          ) : (
            <>
              <p role="status" className={counted}>
                {total === 1 ? "1 template" : `${total} templates`}
              </p>
              <ul className={cards}>
                {items.map((template) => (
                  <li key={template.id}>
                    <TemplateCard template={template} href={query.link({ template: template.id })} />
                  </li>
                ))}
              </ul>
              {items.length < total && (
                <Button isBusy={shown.status === "loading"} onClick={() => setPages(pages + 1)}>
                  Show more
                </Button>
              )}
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function readCategory(text: string): TemplateCategory | null {
  return templateCategories.find((category) => category === text) ?? null;
}

const frame = css`
  display: grid;
  justify-items: start;
  gap: 16px;
  min-width: 0;
  & > * {
    width: 100%;
  }
  & > button {
    width: auto;
    justify-self: center;
  }
`;
const filters = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 220px;
  align-items: end;
  gap: 12px;
  & input {
    min-height: var(--ph-control);
  }
  @media (max-width: 600px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const counted = css`
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
/** As many columns as there is room for; the pictures of the skeleton are in the same ones. */
export const cards = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(270px, 100%), 1fr));
  gap: 16px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: grid;
    min-width: 0;
  }
`;
