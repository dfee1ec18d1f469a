import { writeCitation } from "../../domain/citations.ts";
import { Fragment, memo } from "react";
import type { ReactNode } from "react";
import type { References } from "./block.ts";
import { plainText } from "./inline.ts";
import type { Image, Inline } from "./inline.ts";
import { parseInline } from "./parseInline.ts";
import type { MarkdownSlots } from "./slots.ts";

export interface InlineProps {
  text: string;
  references: References;
  slots: MarkdownSlots;
  /** The text still grows at its end. */
  isOpen: boolean;
}

/** Running text as elements; read again only when its own text changes. */
export const InlineView = memo(function InlineView({ text, references, slots, isOpen }: InlineProps) {
  const hasCitation = (number: number): boolean => slots.hasCitation?.(number) ?? false;
  const options = { references, hasCitation, resolveLink: slots.resolveLink, isOpen };
  const pieces = parseInline(text, options);
  return <>{drawAll(slots.arrange?.(pieces) ?? pieces, slots)}</>;
});

function drawAll(pieces: readonly Inline[], slots: MarkdownSlots): ReactNode[] {
  return pieces.map((piece, index) => <Fragment key={index}>{draw(piece, slots)}</Fragment>);
}

function draw(piece: Inline, slots: MarkdownSlots): ReactNode {
  if (typeof piece === "string") return piece;
  switch (piece.type) {
    case "break":
      return <br />;
    case "code":
      return <code>{piece.text}</code>;
    case "citation":
      return slots.renderCitation?.(piece.number) ?? writeCitation(piece.number);
    case "link":
      return drawLink(piece.href, piece.title, drawAll(piece.children, slots));
    case "image":
      return drawImage(piece, slots);
    default: {
      const Style = piece.type;
      return <Style>{drawAll(piece.children, slots)}</Style>;
    }
  }
}

/** An image that may not be loaded is its link: loading it would tell a stranger who reads this. */
function drawImage({ href, title, children }: Image, slots: MarkdownSlots): ReactNode {
  const alt = plainText(children);
  if (!/^https?:/i.test(href)) return alt;
  if (!slots.allowImage?.(href)) return drawLink(href, title, alt || href);
  return <img src={href} alt={alt} title={title} loading="lazy" referrerPolicy="no-referrer" />;
}

function drawLink(href: string, title: string | undefined, children: ReactNode): ReactNode {
  return (
    <a href={href} title={title} target="_blank" rel="noopener nofollow">
      {children}
    </a>
  );
}
