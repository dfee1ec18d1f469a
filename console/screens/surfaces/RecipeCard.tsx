import { useState } from "react";
import type { ReactNode } from "react";
import type { SnippetSource } from "../../../shared/frame/snippet.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { CodeBlock } from "../../parts/CodeBlock.tsx";
import { Picker } from "./Picker.tsx";
import { recipes } from "./recipes.ts";

/** The same for sites that are built with something. */
export function RecipeCard({ source }: { source: SnippetSource }): ReactNode {
  const [chosen, setChosen] = useState("react");
  const recipe = recipes.find(({ value }) => value === chosen) ?? recipes[0];
  if (!recipe) return null;
  return (
    <Card title="Recipes" subtitle="For sites built with one of these.">
      <div className={body}>
        <Picker label="Built with" value={chosen} onChange={setChosen} options={recipes} />
        <p>{recipe.where}</p>
        <CodeBlock label={`Copy for ${recipe.label}`} code={recipe.code(source)} />
      </div>
    </Card>
  );
}

const body = css`
  display: grid;
  gap: 12px;
  min-width: 0;
  & > p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
