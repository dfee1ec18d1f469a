import { css } from "../../../../shared/ui/style/css.ts";

/** What @xyflow/react needs of its own sheet, in our tokens: a file of its own would be a request more. */
export const canvasStyle = css`
  position: relative;
  /* To the end of the window: all steps are seen without scrolling the page. */
  height: calc(100dvh - 330px);
  min-height: 380px;
  overflow: hidden;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-canvas);
  & .react-flow {
    position: relative;
    width: 100%;
    height: 100%;
    direction: ltr;
    overflow: hidden;
  }
  & .react-flow__container {
    position: absolute;
    top: 0;
    left: 0;
    width: 100%;
    height: 100%;
  }
  & .react-flow__pane {
    z-index: 1;
    cursor: grab;
  }
  & .react-flow__pane.dragging {
    cursor: grabbing;
  }
  & .react-flow__viewport {
    z-index: 2;
    transform-origin: 0 0;
    pointer-events: none;
  }
  & .react-flow__renderer {
    z-index: 4;
  }
  & .react-flow__edges {
    position: absolute;
  }
  & .react-flow__edges svg {
    position: absolute;
    overflow: visible;
    pointer-events: none;
  }
  & .react-flow__edge {
    pointer-events: visibleStroke;
    cursor: pointer;
  }
  & .react-flow__edge-path,
  & .react-flow__connection-path {
    fill: none;
    stroke: var(--ph-line-strong);
    stroke-width: 1.5;
  }
  & .react-flow__edge-interaction {
    fill: none;
  }
  & .react-flow__edge.selected .react-flow__edge-path,
  & .react-flow__edge:focus-visible .react-flow__edge-path {
    stroke: var(--ph-accent-text);
    stroke-width: 2.5;
  }
  & .react-flow__edge:focus {
    outline: none;
  }
  & .react-flow__nodes {
    pointer-events: none;
    transform-origin: 0 0;
  }
  & .react-flow__node {
    position: absolute;
    box-sizing: border-box;
    border-radius: var(--ph-radius);
    pointer-events: all;
    transform-origin: 0 0;
    user-select: none;
    cursor: pointer;
  }
  & .react-flow__node:focus-visible {
    outline: 2px solid var(--ph-focus);
    outline-offset: 2px;
  }
  & .react-flow__handle {
    position: absolute;
    width: 11px;
    height: 11px;
    border: 2px solid var(--ph-surface);
    border-radius: 50%;
    background: var(--ph-line-strong);
    pointer-events: none;
  }
  & .react-flow__handle.connectionindicator {
    pointer-events: all;
    cursor: crosshair;
  }
  & .react-flow__handle.connectionindicator:hover {
    background: var(--ph-accent-text);
  }
  & .react-flow__handle-top {
    top: 0;
    left: 50%;
    translate: -50% -50%;
  }
  & .react-flow__handle-bottom {
    top: auto;
    bottom: 0;
    translate: -50% 50%;
  }
  & .react-flow__attribution,
  & .react-flow__nodesselection {
    display: none;
  }
`;
