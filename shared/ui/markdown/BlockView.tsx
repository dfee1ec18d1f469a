import { memo } from "react";
import type { ReactNode } from "react";
import type { Block, Heading, Item, List, References, Table } from "./block.ts";
import { InlineView } from "./InlineView.tsx";
import type { MarkdownSlots } from "./slots.ts";

interface BlockProps {
  block: Block;
  references: References;
  slots: MarkdownSlots;
  /** The text still grows at the end of this block. */
  isOpen: boolean;
}

/**
 * One block as elements. What has a side of its own (lists, quotes, tables) takes it from the first letters inside, which
 * `dir="auto"` looks for only in elements without a `dir`: texts find theirs by the style.
 */
export const BlockView = memo(function BlockView(props: BlockProps): ReactNode {
  const { block, references, slots, isOpen } = props;
  switch (block.type) {
    case "paragraph":
      return block.text && <p>{drawText(block.text, props)}</p>;
    case "heading":
      return drawHeading(block, props);
    case "code":
      return (
        <figure dir="ltr">
          <figcaption>
            <span>{block.language}</span>
            {slots.renderCodeAction?.(block.text)}
          </figcaption>
          <pre tabIndex={0}>
            <code>{block.text}</code>
          </pre>
        </figure>
      );
    case "html":
      // A paragraph too, so that nothing jumps where a line turns out to be HTML only when it is whole.
      return <p data-html="">{block.text}</p>;
    case "quote":
      return (
        <blockquote dir="auto">
          <Blocks blocks={block.children} references={references} slots={slots} isOpen={isOpen} />
        </blockquote>
      );
    case "list":
      return drawList(block, props);
    case "item":
      return drawItem(block, props);
    case "table":
      return drawTable(block, props);
    case "rule":
      return <hr />;
  }
});

/** Blocks one below the other; only the last one can still grow. */
export function Blocks({
  blocks,
  references,
  slots,
  isOpen,
}: Omit<BlockProps, "block"> & { blocks: readonly Block[] }): ReactNode {
  return blocks.map((block, index) => {
    const isLast = isOpen && index === blocks.length - 1;
    return <BlockView key={index} block={block} references={references} slots={slots} isOpen={isLast} />;
  });
}

function drawText(text: string, { references, slots, isOpen }: BlockProps): ReactNode {
  return <InlineView text={text} references={references} slots={slots} isOpen={isOpen} />;
}

/** Below the headings of the page, and without leaving a level out, however the text begins. */
function drawHeading({ level, text }: Heading, props: BlockProps): ReactNode {
  const Title = level > 3 ? "h4" : "h3";
  return <Title data-level={level}>{drawText(text, props)}</Title>;
}

/** Tight and loose lists are the same elements, so a list that turns loose while it grows keeps what is drawn. */
function drawList({ start, isLoose, children }: List, { references, slots, isOpen }: BlockProps): ReactNode {
  const items = <Blocks blocks={children} references={references} slots={slots} isOpen={isOpen} />;
  const tight = isLoose ? undefined : "";
  if (start === undefined)
    return (
      <ul dir="auto" data-tight={tight}>
        {items}
      </ul>
    );
  return (
    <ol dir="auto" data-tight={tight} start={start === 1 ? undefined : start}>
      {items}
    </ol>
  );
}

function drawItem({ isChecked, children }: Item, { references, slots, isOpen }: BlockProps): ReactNode {
  const blocks = <Blocks blocks={children} references={references} slots={slots} isOpen={isOpen} />;
  if (isChecked === undefined) return <li>{blocks}</li>;
  const name = isChecked ? slots.words?.done : slots.words?.open;
  return (
    <li data-task="">
      <input type="checkbox" disabled checked={isChecked} aria-label={name} />
      {blocks}
    </li>
  );
}

/** A cell of so few letters is not broken into lines: "22 €" is one thing. */
const shortCell = 14;

function drawTable({ align, header, rows }: Table, props: BlockProps): ReactNode {
  const drawCell = (Cell: "th" | "td", text: string, column: number): ReactNode => (
    <Cell key={column} data-align={align[column]} data-short={text.length <= shortCell ? "" : undefined}>
      {drawText(text, props)}
    </Cell>
  );
  return (
    <div role="region" dir="auto" tabIndex={0} aria-label={props.slots.words?.table}>
      <table>
        <thead>
          <tr>{header.map((text, column) => drawCell("th", text, column))}</tr>
        </thead>
        {rows.length > 0 && (
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>{align.map((_, column) => drawCell("td", row[column] ?? "", column))}</tr>
            ))}
          </tbody>
        )}
      </table>
    </div>
  );
}
