import { useLayoutEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { css } from "../../shared/ui/style/css.ts";

interface ScaledBoxProps {
  /** The size that the content believes in, in px. */
  width: number;
  height: number;
  children: ReactNode;
}

/** What stands above and below it on a wide screen, and on a narrow one, where the page is scrolled to it. */
const reservedHeight = { wide: 410, narrow: 220 };
const wideFrom = 1180;

/** Shows content in a size of its own, made smaller, never larger, so that it fits its place and the window's height. */
export function ScaledBox({ width, height, children }: ScaledBoxProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);

  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const fit = () => {
      const reserved = innerWidth > wideFrom ? reservedHeight.wide : reservedHeight.narrow;
      const room = Math.max(320, innerHeight - reserved);
      setScale(Math.min(1, (element.clientWidth || width) / width, room / height));
    };
    fit();
    const observer = globalThis.ResizeObserver && new ResizeObserver(fit);
    observer?.observe(element);
    addEventListener("resize", fit);
    return () => {
      observer?.disconnect();
      removeEventListener("resize", fit);
    };
  }, [width, height]);

  return (
    <div ref={place} className={ground}>
      <div style={{ width: width * scale, height: height * scale }}>
        <div className={box} style={{ width, height, transform: `scale(${scale})` }}>
          {children}
        </div>
      </div>
    </div>
  );
}

const ground = css`
  display: grid;
  justify-content: center;
  min-width: 0;
  /* It is a picture of a page: its left is left, whatever the language around it. */
  direction: ltr;
  & > div {
    border-radius: var(--ph-radius);
    overflow: hidden;
    box-shadow:
      0 0 0 1px var(--ph-line-2),
      var(--ph-shadow-2);
  }
`;
const box = css`
  position: relative;
  transform-origin: 0 0;
`;
