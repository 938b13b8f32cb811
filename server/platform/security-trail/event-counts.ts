import type { Counted, CountedTimes } from "./security-trail.queries.ts";

// A stranger fills no table: more than these are counted together, without what tells them apart.
const mostRows = { ofAnAddressInAMinute: 20, ofAKindInAnHour: 300, sumsInAnHour: 100, waiting: 20_000 };
const [minute, hour] = [60_000, 3_600_000]; // ms

/** What happened and is not stored yet, as few rows: one for each kind, address, call, account and minute. */
export function eventCounts() {
  const rows = new Map<string, CountedTimes>();
  const opened = new Map<string, number>();

  const isLeft = (name: string, most: number) => (opened.get(name) ?? 0) < most;
  /** Whether there is room for one more row of this name; takes it. */
  const take = (name: string, most: number): boolean => {
    if (!isLeft(name, most)) return false;
    opened.set(name, (opened.get(name) ?? 0) + 1);
    return true;
  };

  /** Where an event may be counted: in its own row, in one of its address, or in one of its kind. */
  const placesOf = (counted: Counted, at: Date): readonly (readonly [Counted, () => boolean])[] => {
    const { kind, address } = counted;
    const ofKind = `${hourOf(at)} ${kind}`;
    const ofAddress = { ...counted, call: "", nameCode: "", userId: null, sessionNumber: null };
    const hasRoom = () =>
      isLeft(ofKind, mostRows.ofAKindInAnHour) &&
      take(`${counted.minute.getTime()} ${kind} ${address}`, mostRows.ofAnAddressInAMinute) &&
      take(ofKind, mostRows.ofAKindInAnHour);
    return [
      [counted, hasRoom],
      [ofAddress, () => take(`${ofKind} sums`, mostRows.sumsInAnHour)],
      [{ ...ofAddress, address: "" }, () => true],
    ];
  };

  return {
    add(event: Omit<Counted, "minute">, at: Date): void {
      for (const [place, hasRoom] of placesOf({ minute: minuteOf(at), ...event }, at)) {
        const row = rows.get(nameOf(place));
        if (!row && !hasRoom()) continue;
        rows.set(nameOf(place), { ...place, times: (row?.times ?? 0) + 1, lastAt: at });
        return;
      }
    },
    waiting: () => [...rows.values()].filter(({ times }) => times > 0),
    /** Takes off what was stored: it may have happened again since. */
    stored(sent: readonly CountedTimes[]): void {
      for (const { times, ...counted } of sent) {
        const row = rows.get(nameOf(counted));
        if (row) rows.set(nameOf(row), { ...row, times: row.times - times });
      }
    },
    /** Drops what is stored and over, and the oldest above a limit, whose number it gives. */
    forget(now: Date): number {
      for (const [name, row] of rows) if (row.times === 0 && row.minute < minuteOf(now)) rows.delete(name);
      for (const name of opened.keys()) if (Number(name.split(" ")[0]) < hourOf(now)) opened.delete(name);
      const surplus = [...rows.keys()].slice(0, Math.max(0, rows.size - mostRows.waiting));
      for (const name of surplus) rows.delete(name);
      return surplus.length;
    },
  };
}

/** None of its parts has a line break. */
const nameOf = ({ minute: of, kind, address, call, nameCode, userId, sessionNumber }: Counted) =>
  [of.getTime(), kind, address, call, nameCode, userId, sessionNumber].join("\n");
const minuteOf = (at: Date) => new Date(Math.floor(at.getTime() / minute) * minute);
const hourOf = (at: Date) => Math.floor(at.getTime() / hour) * hour;
