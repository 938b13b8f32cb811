import { useQuery } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { categoriesQuery } from "#web/catalog/catalog-queries.ts";
import { OrderLink, TitleLink } from "#web/orders/order-parts.tsx";
import { formatDay } from "#web/lib/formats.tsx";
import type { TitleOnCalendar } from "#contract/waitlist/reservations.ts";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { Button, ButtonLink } from "#web/ui/actions/button.tsx";
import { List } from "#web/ui/data/list.tsx";
import { Printer } from "#web/ui/icons.tsx";
import { Page, Row, Stack } from "#web/ui/layout.tsx";
import { Link } from "#web/ui/router.tsx";
import { columnsOf, daysOfMonth, monthAfter, type Move, movesOf } from "./calendar-days.ts";
import styles from "./reservation-calendar.module.css";
import { reservationCalendar } from "./reservation-queries.ts";

export function ReservationCalendarPage() {
  const categories = useQuery(categoriesQuery).data ?? [];
  return (
    <Page
      heading="Reservation calendar"
      lead="Copies going out and coming back each day, by title."
      actions={
        <Button icon={<Printer size={18} />} onClick={() => window.print()}>
          Print
        </Button>
      }
    >
      <List
        of={reservationCalendar}
        name="reservations"
        rowHeight="8rem"
        send="Show"
        choices={() => ({
          kind: [
            { value: "", label: "All titles" },
            { value: "kits", label: "Kits (titles with parts)" },
            ...categories.map(({ categoryId, categoryName }) => ({ value: String(categoryId), label: categoryName })),
          ],
        })}
        above={(answer, filters) =>
          answer && (
            <Row>
              <h2>{monthName(answer.month)}</h2>
              {[-1, 1].map((step) => (
                <ButtonLink
                  key={step}
                  size="small"
                  to={reservationCalendar.href({ ...filters, on: `${monthAfter(answer.month, step)}-01`, page: 1 })}
                >
                  {step < 0 ? "Previous month" : "Next month"}
                </ButtonLink>
              ))}
            </Row>
          )
        }
        cards={(titles: readonly Title[]) => <Calendar titles={titles} />}
        emptyTitle="No reservations"
        empty="Copies that are reserved or on loan this month appear here."
        noMatch="No matching title is reserved or on loan this month."
      />
    </Page>
  );
}

const monthName = (month: string) => monthFormat.format(new Date(`${month}-01T00:00:00Z`));
const monthFormat = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
const weekday = new Intl.DateTimeFormat("en-US", { weekday: "short", timeZone: "UTC" });
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

type Title = TitleOnCalendar & { month: string; today: string };

/** A grid of copies and days on wide screens, and a list by day on narrow ones and on paper. */
function Calendar({ titles }: { titles: readonly Title[] }) {
  const [first] = titles;
  if (!first) return null;
  const { month, today } = first;
  return (
    <>
      <div className={styles.grid}>
        <Days month={month} today={today} />
        {titles.map((title) => (
          <TitleRows key={title.inventoryId} title={title} />
        ))}
      </div>
      <div className={styles.list}>
        <Stack>
          {movesOf(titles, month).map(({ day, moves }) => (
            <section key={day} aria-labelledby={`day-${day}`}>
              <h3 id={`day-${day}`} data-today={day === today || undefined}>
                {weekday.format(dateOf(day))}, {formatDay(day)}
              </h3>
              <ul>
                {moves.map((move) => (
                  <li key={`${move.stay.orderId} ${move.inventoryId} ${move.copyNumber} ${move.isBack}`}>
                    <MoveWords move={move} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </Stack>
      </div>
    </>
  );
}

function Days({ month, today }: { month: string; today: string }) {
  return (
    <div className={styles.row} aria-hidden="true">
      <span />
      <div className={styles.days} style={daysStyle(month)}>
        {daysOfMonth(month).map((day) => (
          <span
            key={day}
            className={styles.head}
            data-weekend={isWeekend(day) || undefined}
            data-today={day === today || undefined}
          >
            {weekday.format(dateOf(day)).charAt(0)}
            <br />
            {Number(day.slice(8))}
          </span>
        ))}
      </div>
    </div>
  );
}

const isWeekend = (day: string) => [0, 6].includes(dateOf(day).getUTCDay());
const daysStyle = (month: string): CSSProperties => ({
  gridTemplateColumns: `repeat(${daysOfMonth(month).length}, minmax(0, 1fr))`,
});

function TitleRows({ title }: { title: Title }) {
  const { month, stays, copies } = title;
  return (
    <section className={styles.title} aria-label={title.title}>
      <h3>
        <TitleLink of={title} />{" "}
        <span className={styles.muted}>
          #{title.referenceNumber}, {copies === 1 ? "1 copy" : `${copies} copies`}
        </span>
      </h3>
      <ul className={styles.copies}>
        {stays.map(({ inventoryItemId, copyNumber, stays: ofCopy }) => (
          <li key={inventoryItemId ?? 0} className={styles.row}>
            <span className={styles.copy}>{copyNumber === null ? "No copy yet" : `Copy ${copyNumber}`}</span>
            <ul className={styles.days} style={daysStyle(month)}>
              {daysOfMonth(month).map((day, at) => (
                <li
                  key={day}
                  aria-hidden="true"
                  className={styles.day}
                  style={{ gridColumn: at + 1 }}
                  data-weekend={isWeekend(day) || undefined}
                />
              ))}
              {ofCopy.map((stay) => {
                const { from, to } = columnsOf(stay, month);
                const look = copyNumber === null ? "missing" : stay.isLate ? "late" : stay.isOut ? "out" : "reserved";
                return (
                  <li key={stay.orderId} className={styles.stay} style={{ gridColumn: `${from} / ${to + 1}` }}>
                    <Link
                      to={`/admin/orderdetails/${stay.orderId}`}
                      className={styles.bar}
                      data-look={look}
                      title={`Order #${stay.orderId}, ${stay.schoolName}`}
                    >
                      {stay.isLate && "Overdue: "}#{stay.orderId} {stay.schoolName}
                      <VisuallyHidden>
                        , {stay.isOut ? "on loan" : "reserved"}, leaves {formatDay(stay.leavesOn)},{" "}
                        {stay.isLate ? "overdue" : `comes back ${formatDay(stay.backOn)}`}
                      </VisuallyHidden>
                    </Link>
                  </li>
                );
              })}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

function MoveWords({ move: { copyNumber, stay, isBack, ...title } }: { move: Move }) {
  const left = stay.isOut ? "Left" : "Leaves";
  const back = stay.isLate ? "Overdue" : "Comes back";
  return (
    <>
      <strong>{isBack ? back : left}:</strong> <TitleLink of={title} />
      {copyNumber === null ? ", no copy yet" : `, copy ${copyNumber}`},{" "}
      <OrderLink orderId={stay.orderId}>order</OrderLink> ({stay.schoolName})
    </>
  );
}
