import type { ReactNode } from "react";
import makeQr from "qrcode-generator";
import { css } from "../../../shared/ui/style/css.ts";

/** What scanners want around the code. */
const quiet = 4;

interface QrCodeProps {
  text: string;
  /** Its name for who does not see it. */
  label: string;
}

/** A text as a QR code, drawn as one path. It is black on white in every theme: many scanners read nothing else. */
export function QrCode({ text, label }: QrCodeProps): ReactNode {
  const code = makeQr(0, "L");
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const side = count + 2 * quiet;
  const rows = Array.from({ length: count }, (_, row) =>
    Array.from({ length: count }, (_, column) =>
      code.isDark(row, column) ? `M${column + quiet} ${row + quiet}h1v1h-1z` : "",
    ).join(""),
  );
  return (
    <svg className={picture} viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label}>
      <path fill="#fff" d={`M0 0h${side}v${side}h-${side}z`} />
      <path fill="#000" d={rows.join("")} shapeRendering="crispEdges" />
    </svg>
  );
}

const picture = css`
  width: 208px;
  height: 208px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius-s);
`;
