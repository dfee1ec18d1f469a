const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** Says a schedule in words where it is one of the usual ones; else as it is written. */
export function describeCron(cron: string): string {
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = cron.trim().split(/\s+/);
  const isDaily = month === "*" && day === "*";
  const every = /^\*\/(\d+)$/.exec(minute)?.[1];
  if (isDaily && weekday === "*" && hour === "*") {
    if (minute === "*") return "Every minute";
    if (every) return `Every ${every} minutes`;
    if (/^\d+$/.test(minute)) return `Every hour at ${minute} past`;
  }
  const at = /^\d+$/.test(minute) && /^\d+$/.test(hour) ? ` at ${pad(hour)}:${pad(minute)}` : null;
  if (at === null || month !== "*") return `Schedule ${cron}`;
  if (/^\d+$/.test(day) && weekday === "*") return `Monthly on day ${day}${at}`;
  if (day !== "*") return `Schedule ${cron}`;
  if (weekday === "*") return `Every day${at}`;
  if (weekday === "1-5") return `Every weekday${at}`;
  const named = weekday.split(",").map((one) => (/^[0-7]$/.test(one) ? days[Number(one) % 7] : undefined));
  return named.every((name) => name !== undefined) ? `Every ${named.join(", ")}${at}` : `Schedule ${cron}`;
}

function pad(number: string): string {
  return number.padStart(2, "0");
}
