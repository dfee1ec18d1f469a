import { useId, useRef, useState, useEffect } from "react";
import type { ReactNode } from "react";
import { max, nice, ticks } from "d3-array";
import { scaleBand } from "d3-scale";
import { area, line, stack } from "d3-shape";
import { ImageDown } from "lucide-react";
import { Link } from "wouter";
import type { Dashboard } from "../../../shared/contract/analytics/analytics.ts";
import { figureStates } from "../../../shared/domain/figureState.ts";
import { measureOf } from "../../../shared/domain/measures.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../shared/ui/style/visuallyHidden.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Card } from "../../parts/Card.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { FilterLinks } from "../../parts/FilterLinks.tsx";
import { writeFigure } from "../../parts/figures/writeFigure.ts";
import { useAction } from "../../parts/useAction.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { linkBehind } from "./drill.ts";
import type { Behind } from "./drill.ts";
import { nameState, stateColors } from "./stateColors.ts";

const charts = {
  conversations: ["sum_conversations", "conversations"],
  messages: ["sum_messages", "messages"],
  automation: ["avg_automation", "automation"],
  credits: ["sum_credits", "credits"],
  cost: ["avg_costPerResolved", "costPerResolved"],
} as const;
type Chart = keyof typeof charts;
const chartNames = Object.keys(charts) as Chart[]; // keys of a literal object

const height = 260;
const margin = { top: 18, end: 8, bottom: 26, start: 48 };

/** How a figure went over time, with what was published; its numbers are in a table under it. */
export function TimeChart({ data, behind }: { data: Dashboard; behind: Behind }): ReactNode {
  const query = useQuery();
  const chart = chartNames.find((name) => name === query.read("chart")) ?? "conversations";
  const [field, measure] = charts[chart];
  const { unit, title } = measureOf(measure);
  const frame = useRef<HTMLDivElement>(null);
  const legendShown = chart === "conversations" ? figureStates : [];
  const saving = useAction(async () => {
    const svg = frame.current?.querySelector("svg");
    if (!svg) return;
    const { from, to } = data;
    const { savePng } = await import("./savePng.ts");
    await savePng({
      ...{ svg, name: `${chart}-${from}-${to}.png`, title: `${title}, ${from} to ${to}` },
      legend: legendShown.map((state) => ({
        color: readColor(svg, stateColors[state]),
        label: nameState(state),
      })),
    });
  });
  return (
    <Card
      title="Over time"
      aside={
        <FilterLinks
          label="Figure"
          value={chart}
          options={chartNames.map((name) => ({ value: name, label: measureOf(charts[name][1]).title }))}
          linkTo={(value) => query.link({ chart: value === "conversations" ? null : value })}
        />
      }
      className={card}
    >
      <div ref={frame}>
        <Plot
          {...{ data, behind, field, title, isStacked: chart === "conversations" }}
          write={(value) => writeFigure(unit, value)}
        />
      </div>
      {legendShown.length > 0 && (
        <ul className={legend} aria-label="Colors">
          {legendShown.map((state) => (
            <li key={state}>
              <i style={{ background: stateColors[state] }} aria-hidden />
              {nameState(state)}
            </li>
          ))}
        </ul>
      )}
      {saving.error && <ErrorNotice error={saving.error} />}
      <div className={foot}>
        <Button
          kind="quiet"
          size="small"
          icon={<ImageDown size={15} aria-hidden />}
          isBusy={saving.isBusy}
          onClick={() => void saving.run()}
        >
          Save as PNG
        </Button>
      </div>
      <details className={numbers}>
        <summary>Show as a table</summary>
        <Table
          {...{ data, field, title, isStacked: chart === "conversations" }}
          write={(value) => writeFigure(unit, value)}
        />
      </details>
    </Card>
  );
}

/** A color as a canvas takes it: it knows nothing of light and dark. */
function readColor(near: Element, color: string): string {
  const probe = document.createElement("i");
  probe.style.color = color;
  near.parentElement?.append(probe);
  const read = getComputedStyle(probe).color;
  probe.remove();
  return read;
}

interface PlotProps {
  data: Dashboard;
  field: string;
  title: string;
  isStacked: boolean;
  write: (value: number | null) => string;
}

function Plot({ data, behind, field, title, isStacked, write }: PlotProps & { behind: Behind }): ReactNode {
  const [frame, width] = useWidth();
  const [at, setAt] = useState<number | null>(null);
  const labelId = useId();
  const { series, granularity, publishes } = data;
  const valueOf = (index: number) => series[index]?.values[field] ?? null;
  const times = series.map(({ time }) => time);
  const x = scaleBand(times, [margin.start, width - margin.end]).paddingInner(0.2);
  const most = max(times, (_, index) => valueOf(index) ?? 0) ?? 0;
  // Not d3's scaleLinear: it brings the mixing of colors and the writing of numbers, 5 kB.
  const [, top] = nice(0, Math.max(most, unitOf(field)), 4);
  const y = (value: number) => height - margin.bottom - (value / top) * (height - margin.bottom - margin.top);
  const center = (time: string) => (x(time) ?? 0) + x.bandwidth() / 2;
  const every = Math.max(1, Math.ceil(times.length / Math.max(2, Math.floor(width / 90))));
  const marks = markPublishes(publishes, times, granularity);
  const shown = at === null ? undefined : series[at];
  const step = (by: number) =>
    setAt((before) => Math.min(times.length - 1, Math.max(0, (before ?? (by > 0 ? -1 : times.length)) + by)));
  const points = times.map((time, index) => ({ x: center(time), y: valueOf(index) }));
  const drawn = line<(typeof points)[number]>(
    (point) => point.x,
    (point) => y(point.y ?? 0),
  ).defined((point) => point.y !== null);
  const filled = area<(typeof points)[number]>(
    (point) => point.x,
    y(0),
    (point) => y(point.y ?? 0),
  ).defined((point) => point.y !== null);
  const layers = stack<Dashboard["series"][number], (typeof figureStates)[number]>()
    .keys(figureStates)
    .value(({ values }, state) => values[`sum_${state}`] ?? 0)(series);
  const total = `${title}: ${times.length} points, highest ${write(most)}.`;
  return (
    <div ref={frame} className={plot}>
      <svg
        width={width}
        height={height}
        role="group"
        aria-labelledby={labelId}
        tabIndex={0}
        onKeyDown={(event) => {
          if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
          event.preventDefault();
          step(event.key === "ArrowRight" ? 1 : -1);
        }}
        onPointerLeave={() => setAt(null)}
        onBlur={() => setAt(null)}
        onPointerMove={(event) => {
          const left = event.clientX - event.currentTarget.getBoundingClientRect().left - margin.start;
          const index = Math.floor(left / x.step());
          setAt(index >= 0 && index < times.length ? index : null);
        }}
      >
        <title id={labelId}>{total} Arrow keys read each point.</title>
        {ticks(0, top, 4).map((tick) => (
          <g key={tick} aria-hidden>
            <line x1={margin.start} x2={width - margin.end} y1={y(tick)} y2={y(tick)} />
            <text x={margin.start - 8} y={y(tick)} textAnchor="end" dominantBaseline="middle">
              {write(tick)}
            </text>
          </g>
        ))}
        {times.map(
          (time, index) =>
            index % every === 0 && (
              <text key={time} x={center(time)} y={height - 8} textAnchor="middle" aria-hidden>
                {writeTime(time, granularity)}
              </text>
            ),
        )}
        {isStacked ? (
          layers.map((layer) =>
            layer.map(([low, high], index) => (
              <rect
                key={times[index]}
                x={x(times[index] ?? "")}
                width={Math.max(1, x.bandwidth())}
                y={y(high)}
                height={Math.max(0, y(low) - y(high))}
                style={{ fill: stateColors[layer.key] }}
              />
            )),
          )
        ) : (
          <>
            <path d={filled(points) ?? ""} data-area />
            <path d={drawn(points) ?? ""} data-line />
          </>
        )}
        {marks.map(({ time, names }) => (
          <g key={time} data-mark>
            <title>{names.join(", ")}</title>
            <line x1={center(time)} x2={center(time)} y1={margin.top - 6} y2={height - margin.bottom} />
            <circle cx={center(time)} cy={margin.top - 8} r={4} />
          </g>
        ))}
        {shown && (
          <line
            data-cursor
            x1={center(shown.time)}
            x2={center(shown.time)}
            y1={margin.top}
            y2={height - margin.bottom}
          />
        )}
      </svg>
      <p className={readout} aria-live="polite">
        {shown ? (
          <>
            <strong>{writeTime(shown.time, granularity)}</strong> {write(shown.values[field] ?? null)}
            {isStacked &&
              figureStates
                .filter((state) => (shown.values[`sum_${state}`] ?? 0) > 0)
                .map((state) => ` · ${nameState(state)} ${write(shown.values[`sum_${state}`] ?? 0)}`)}
            {marks
              .filter(({ time }) => time === shown.time)
              .map(({ names }) => ` · Published: ${names.join(", ")}`)}
            {granularity === "day" && (
              <>
                {" · "}
                <Link href={linkBehind({ ...behind, from: shown.time, to: shown.time })}>
                  Show conversations
                </Link>
              </>
            )}
          </>
        ) : (
          <span>{marks.length > 0 ? "● A version was published." : " "}</span>
        )}
      </p>
    </div>
  );
}

/** The least that the axis shows: one of what is counted, and all of a share. */
function unitOf(field: string): number {
  return field === "avg_automation" ? 0.01 : 1;
}

function Table({ data: { series, granularity }, field, title, isStacked, write }: PlotProps): ReactNode {
  const states = isStacked ? figureStates : [];
  return (
    <div className={tableFrame}>
      <table>
        <caption className={visuallyHidden}>{title} over time</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">{title}</th>
            {states.map((state) => (
              <th key={state} scope="col">
                {nameState(state)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series.map(({ time, values }) => (
            <tr key={time}>
              <th scope="row">{writeTime(time, granularity)}</th>
              <td>{write(values[field] ?? null)}</td>
              {states.map((state) => (
                <td key={state}>{write(values[`sum_${state}`] ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What was published in each hour, day or week. */
function markPublishes(
  publishes: Dashboard["publishes"],
  times: readonly string[],
  granularity: Dashboard["granularity"],
): { time: string; names: string[] }[] {
  const marks = new Map<string, string[]>();
  for (const { day, version, agentName } of publishes) {
    const time = granularity === "day" ? day : times.findLast((one) => one.slice(0, 10) <= day);
    if (time === undefined || !times.includes(time)) continue;
    marks.set(time, [...(marks.get(time) ?? []), `${agentName} version ${version}`]);
  }
  return [...marks].map(([time, names]) => ({ time, names }));
}

const shortMonths = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function writeTime(time: string, granularity: Dashboard["granularity"]): string {
  const day = `${shortMonths[Number(time.slice(5, 7)) - 1] ?? ""} ${Number(time.slice(8, 10))}`;
  return granularity === "hour" ? `${day}, ${time.slice(11)}` : day;
}

/** The width of an element, also when it changes. */
function useWidth(): [(element: HTMLElement | null) => void, number] {
  const [width, setWidth] = useState(640);
  const observer = useRef<ResizeObserver | null>(null);
  useEffect(() => () => observer.current?.disconnect(), []);
  const [measure] = useState(() => (element: HTMLElement | null) => {
    observer.current?.disconnect();
    if (!element || typeof ResizeObserver === "undefined") return;
    observer.current = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width));
    });
    observer.current.observe(element);
  });
  return [measure, width];
}

const card = css`
  & > header {
    flex-wrap: wrap;
  }
`;
const plot = css`
  min-width: 0;
  & svg {
    display: block;
    max-width: 100%;
    border-radius: var(--ph-radius-s);
  }
  & text {
    fill: var(--ph-text-2);
    font-size: 11px;
  }
  & g > line {
    stroke: var(--ph-line);
  }
  & [data-area] {
    fill: color-mix(in srgb, var(--ph-accent) 14%, transparent);
  }
  & [data-line] {
    fill: none;
    stroke: var(--ph-accent);
    stroke-width: 2;
  }
  & [data-mark] > line {
    stroke: var(--ph-text-3);
    stroke-dasharray: 3 3;
  }
  & [data-mark] > circle {
    fill: var(--ph-text-2);
  }
  & [data-cursor] {
    stroke: var(--ph-text-3);
  }
`;
const readout = css`
  min-height: 20px;
  margin-top: 6px;
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
  font-variant-numeric: tabular-nums;
  & strong {
    font-weight: 600;
    color: var(--ph-text);
  }
`;
const legend = css`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 16px;
  margin: 0;
  padding: 0;
  list-style: none;
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
  & > li {
    display: flex;
    align-items: center;
    gap: 6px;
  }
  & i {
    width: 10px;
    height: 10px;
    border-radius: 3px;
  }
`;
const foot = css`
  display: flex;
  justify-content: flex-end;
`;
const numbers = css`
  font-size: var(--ph-text-s);
  & > summary {
    width: fit-content;
    color: var(--ph-text-2);
    cursor: pointer;
  }
`;
const tableFrame = css`
  max-height: 320px;
  margin-top: 8px;
  overflow: auto;
  & table {
    width: 100%;
    border-collapse: collapse;
  }
  & th,
  & td {
    padding: 6px 8px;
    border-top: 1px solid var(--ph-line);
    text-align: end;
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
  & th:first-child {
    text-align: start;
  }
  & thead th {
    border: 0;
    font-weight: 500;
    color: var(--ph-text-2);
  }
`;
