import type { ReactNode } from "react";
import { CalendarPlus } from "lucide-react";
import { track } from "../state/platform/analytics.ts";
import { findMeetingUrl } from "../state/shell/meeting.ts";

/** Opens the meeting link with the campaign's tags in a new tab; nothing where no link is set. */
export function BookDemo({ className }: { className?: string }): ReactNode {
  const url = findMeetingUrl();
  if (!url) return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener"
      title="Book a Demo"
      className={className}
      onClick={() => track("book_demo_clicked", {})}
    >
      <CalendarPlus size={18} aria-hidden />
      <span>Book a Demo</span>
    </a>
  );
}
