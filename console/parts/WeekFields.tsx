import { useId } from "react";
import type { ReactNode } from "react";
import { Plus, X } from "lucide-react";
import { endsNextDay, listDaySpans, maxSpansADay, spanAfter } from "../../shared/domain/openingHours.ts";
import type { OpeningDay, OpeningSpan } from "../../shared/domain/openingHours.ts";
import { controlStyle } from "../../shared/ui/fieldStyle.ts";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { Toggle } from "../../shared/ui/Toggle.tsx";
import { weekdays } from "./weekdays.ts";

const firstSpan: OpeningSpan = { opens: "09:00", closes: "17:00" };

interface WeekFieldsProps {
  week: readonly OpeningDay[];
  onChange: (week: OpeningDay[]) => void;
  /** What a day without hours says. */
  closedText: string;
  /** What the server says is wrong with a day, 0 for Monday. */
  errorOf: (day: number) => string | undefined;
}

/** The hours of a week: each day has none, one range or several. */
export function WeekFields({ week, onChange, closedText, errorOf }: WeekFieldsProps): ReactNode {
  const setDay = (day: number, spans: readonly OpeningSpan[]) =>
    onChange(week.map((before, at) => (at === day ? toDay(spans) : before)));
  return (
    <ul className={list}>
      {weekdays.map((name, day) => (
        <Day
          key={name}
          name={name}
          spans={listDaySpans(week[day])}
          onChange={(spans) => setDay(day, spans)}
          {...{ closedText, error: errorOf(day) }}
        />
      ))}
    </ul>
  );
}

function toDay(spans: readonly OpeningSpan[]): OpeningDay {
  const [first = null, ...others] = spans;
  return others.length > 0 ? [...spans] : first;
}

interface DayProps {
  name: string;
  spans: readonly OpeningSpan[];
  onChange: (spans: readonly OpeningSpan[]) => void;
  closedText: string;
  error: string | undefined;
}

function Day({ name, spans, onChange, closedText, error }: DayProps): ReactNode {
  const isOn = spans.length > 0;
  const last = spans.at(-1);
  const next = last && spans.length < maxSpansADay ? spanAfter(last) : null;
  const change = (at: number, part: Partial<OpeningSpan>) =>
    onChange(spans.map((span, index) => (index === at ? { ...span, ...part } : span)));
  return (
    <li>
      <Toggle isOn={isOn} label={name} onChange={(on) => onChange(on ? [firstSpan] : [])} />
      <span aria-hidden>{name}</span>
      {isOn ? (
        <div>
          {spans.map((span, at) => (
            // Ranges have no identity of their own; the place is the range.
            <Range
              key={at}
              name={at === 0 ? name : `${name}, range ${at + 1},`}
              span={span}
              onChange={(part) => change(at, part)}
              onRemove={spans.length > 1 ? () => onChange(spans.toSpliced(at, 1)) : null}
            >
              {at === spans.length - 1 && next && (
                <IconButton
                  label={`Add hours on ${name}`}
                  size="small"
                  onClick={() => onChange([...spans, next])}
                >
                  <Plus size={16} aria-hidden />
                </IconButton>
              )}
            </Range>
          ))}
          {error && <strong role="alert">{error}</strong>}
        </div>
      ) : (
        <em>{closedText}</em>
      )}
    </li>
  );
}

interface RangeProps {
  name: string;
  span: OpeningSpan;
  onChange: (part: Partial<OpeningSpan>) => void;
  onRemove: (() => void) | null;
  children: ReactNode;
}

function Range({ name, span, onChange, onRemove, children }: RangeProps): ReactNode {
  const nextDayId = useId();
  const isOver = endsNextDay(span);
  return (
    <div role="group" aria-label={name}>
      <input
        type="time"
        aria-label={`${name} from`}
        className={controlStyle}
        value={span.opens}
        onChange={({ currentTarget }) => onChange({ opens: currentTarget.value })}
      />
      <span aria-hidden>–</span>
      <input
        type="time"
        aria-label={`${name} to`}
        aria-describedby={isOver ? nextDayId : undefined}
        className={controlStyle}
        // A day that ends at midnight: the control has no 24:00.
        value={span.closes === "24:00" ? "00:00" : span.closes}
        onChange={({ currentTarget: { value } }) => onChange({ closes: value === "00:00" ? "24:00" : value })}
      />
      {onRemove && (
        <IconButton label={`Remove ${name} ${span.opens} to ${span.closes}`} size="small" onClick={onRemove}>
          <X size={16} aria-hidden />
        </IconButton>
      )}
      {children}
      {isOver && <small id={nextDayId}>until {span.closes} the next day</small>}
    </div>
  );
}

const list = css`
  display: grid;
  gap: 4px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: grid;
    grid-template-columns: max-content 100px minmax(0, 1fr);
    align-items: start;
    gap: 4px 12px;
    padding-block: 4px;
  }
  & > li > button,
  & > li > span,
  & > li > em {
    min-height: 40px;
    align-content: center;
  }
  & > li > div {
    display: grid;
    gap: 6px;
    min-width: 0;
  }
  & [role="group"] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
  }
  & [role="group"] > input {
    flex: 0 1 124px;
    min-width: 96px;
    width: 124px;
  }
  & [role="group"] > span {
    color: var(--ph-text-3);
  }
  & strong {
    font-size: var(--ph-text-s);
    font-weight: 400;
    color: var(--ph-danger-text);
  }
  & em {
    font-style: normal;
    color: var(--ph-text-3);
  }
  & small {
    flex-basis: 100%;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  @media (max-width: 480px) {
    & > li {
      grid-template-columns: max-content minmax(0, 1fr);
    }
    & > li > div,
    & > li > em {
      grid-column: 1 / -1;
    }
    & > li > em {
      display: none;
    }
  }
`;
