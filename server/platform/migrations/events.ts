/** What is going on while a database is migrated. */
export type MigrationEvent =
  | { what: "waits for others" }
  | ({
      migration: string;
      /** Among those to apply: "2 of 5". */
      place: string;
      /** When its first try began, as ISO 8601. */
      since: string;
    } & (
      | { what: "begins" | "done" }
      /** Every ten seconds; how far it is, where it can tell. */
      | { what: "goes on"; progress: string | undefined }
      /** A lock was not to be had; `againIn` is in ms. */
      | { what: "tries again"; tries: number; holders: string[]; againIn: number }
    ));

/** An event as `npm run migrate` prints it. */
export function eventInWords(event: MigrationEvent, now = Date.now()): string {
  if (event.what === "waits for others") return "Another process is migrating this database: waiting for it.";
  const { migration, place, since } = event;
  const which = `${migration} (${place})`;
  const seconds = ((now - Date.parse(since)) / 1000).toFixed(1);
  switch (event.what) {
    case "begins":
      return `${which} begins at ${since}.`;
    case "goes on":
      return `${which} goes on since ${since}, ${seconds} s${event.progress === undefined ? "" : `: ${event.progress}`}.`;
    case "tries again":
      return `${which} gets no lock; held by ${event.holders.join(", ") || "somebody who is gone"}. Try ${event.tries + 1} in ${event.againIn / 1000} s.`;
    case "done":
      return `${which} is done after ${seconds} s.`;
  }
}

/** Events for the log: the fields that each is searched by, and its sentence. The many steps of a new library are details. */
export function eventsForLog() {
  let isNew = false;
  return (event: MigrationEvent) => {
    if (event.what === "begins" && event.migration.startsWith("0001-")) isNew = true;
    const { level, ...rest } = eventForLog(event);
    return { ...rest, level: isNew && (event.what === "begins" || event.what === "done") ? ("debug" as const) : level };
  };
}

function eventForLog(event: MigrationEvent): { level: "info" | "warn"; fields: object; sentence: string } {
  const { what, ...fields } = event;
  const sentences = {
    "waits for others": "another process is migrating the database",
    begins: "migrating the database",
    "goes on": "still migrating the database",
    "tries again": "a migration gets no lock and tries again",
    done: "migrated the database",
  };
  return { level: what === "tries again" ? "warn" : "info", fields, sentence: sentences[what] };
}
