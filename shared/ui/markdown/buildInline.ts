import type { Mark, Style } from "./emphasis.ts";
import { plainText } from "./inline.ts";
import type { Image, Inline, Link } from "./inline.ts";

/** One after the other as they are in the text: `open` begins what the next unmatched `close` ends. */
export type Piece = Inline | Mark | { type: "open"; node: Link | Image | undefined } | { type: "close" };

/** Styles, links and images nest this deep; what is deeper keeps its text and loses the style. */
const maxDepth = 24;

/** Turns the row of pieces into a tree. A link in a link is its text only. */
export function buildInline(pieces: readonly Piece[]): Inline[] {
  const root: Level = { children: [], isInLink: false };
  const levels = [root];
  const top = (): Level => levels.at(-1) ?? root;
  const open = (node: Extract<Inline, { children: Inline[] }> | undefined): void => {
    const { children, isInLink } = top();
    if (!node || levels.length > maxDepth || (node.type === "link" && isInLink)) {
      levels.push({ children, isInLink });
      return;
    }
    children.push(node);
    levels.push({ children: node.children, isInLink: isInLink || node.type === "link" });
  };
  const close = (): void => {
    if (levels.length > 1) levels.pop();
  };
  for (const piece of pieces) {
    if (typeof piece === "string") addText(top().children, piece);
    else if (piece.type === "open") open(piece.node);
    else if (piece.type === "close") close();
    else if (piece.type === "run") {
      piece.closes.forEach(close);
      addText(top().children, piece.char.repeat(piece.count));
      piece.opens.toReversed().forEach((type: Style) => open({ type, children: [] }));
    } else if (piece.type === "link" && top().isInLink) addText(top().children, plainText(piece.children));
    else top().children.push(piece);
  }
  return root.children;
}

interface Level {
  children: Inline[];
  isInLink: boolean;
}

function addText(children: Inline[], text: string): void {
  if (!text) return;
  const last = children.length - 1;
  const before = children[last];
  if (typeof before === "string") children[last] = before + text;
  else children.push(text);
}
