import { directionOf } from "../../shared/domain/chatLanguages.ts";
import { measureOf } from "../../shared/domain/measures.ts";
import type { Aggregation, MeasureName } from "../../shared/domain/measures.ts";
import { formatChange, formatFigure } from "../../shared/format/figure.ts";
import { languages } from "../languages/languages.ts";
import { drawLetter } from "./drawLetter.ts";
import type { Letter } from "./letter.ts";
import { fill, flat } from "./letters.ts";
import type { Addressee } from "./letters.ts";

/** A report of figures, as a letter tells it. */
export interface MailedReport {
  report: string;
  organization: string;
  /** Days. */
  from: string;
  to: string;
  figures: { measure: MeasureName; aggregation: Aggregation; value: number | null; before: number | null }[];
  /** Where the button leads: the same figures on screen. */
  url: string;
  /** Ends these letters. */
  stopUrl: string;
}

/** Writes a weekly report in the language of who gets it; what figures are called is what every screen calls them. */
export function writeReportLetter(
  { to, language }: Addressee,
  { report, organization, figures, url, stopUrl, ...days }: MailedReport,
): Letter {
  const words = languages[language].mail.report;
  const dir = directionOf(language);
  const locale = language === "ar" ? "ar-u-nu-latn" : language;
  const put = (template: string, values: Record<string, string> = {}) => fill(template, values, dir);
  const calendar = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  const [from, last] = [days.from, days.to].map((day) => calendar.format(Date.parse(day)));
  const whole = { organization: flat(organization), from: from ?? "", to: last ?? "" };
  return drawLetter({
    ...{
      to,
      language,
      dir,
      subject: put(words.subject, { report: flat(report) }),
      says: put(words.says, whole),
    },
    button: { label: words.button, url },
    lists: [
      {
        heading: words.figures,
        entries: [],
        more: figures.map(({ measure, aggregation, ...figure }) => {
          const { title, unit } = measureOf(measure);
          const change = formatChange(unit, figure, locale);
          const values = {
            figure: aggregation === "p50" ? `${title} (p50)` : title,
            value: formatFigure(unit, figure.value, locale),
          };
          return change
            ? put(words.changed, { ...values, change: change.text })
            : put("{figure}: {value}", values);
        }),
      },
    ],
    small: [words.why],
    stop: { label: words.stop, url: stopUrl },
  });
}
