import { saveCalendar } from "#contract/people/calendars.ts";
import type { TestApp } from "../app.ts";
import type { Example } from "./examples.ts";

let districts = 0;

export function calendarExamples(fixture: TestApp, admin: { token: string }) {
  const body = () => ({
    district: `Example ${(districts += 1)} Unified`,
    years: [{ from: "2026-08-12", to: "2027-06-04" }],
    breaks: [{ from: "2026-12-21", to: "2027-01-01", about: "Winter break" }],
  });
  return {
    "POST Calendars/SaveCalendar": async (): Promise<Example> => ({
      good: { body: body() },
      bad: { body: { ...body(), breaks: [{ from: "2027-01-01", to: "2026-12-21", about: "" }] } },
    }),
    "POST Calendars/RemoveCalendar/{id}": async (): Promise<Example> => {
      const { id } = (await fixture.call(saveCalendar, { body: body() }, admin.token)).body;
      return {
        good: { params: { id }, body: { version: 1 } },
        bad: { params: { id: 999_999 }, body: { version: 1 } },
      };
    },
  };
}
