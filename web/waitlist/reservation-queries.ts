import { titlesOnCalendar } from "#contract/waitlist/reservations.ts";
import { call } from "#web/lib/call.ts";
import { choiceField, pageField } from "#web/lib/filters/address-filters.ts";
import { dayField, list, searchField } from "#web/lib/filters/list.ts";

const kinds = ["", "kits", "1", "2", "3"];

export const reservationCalendar = list({
  path: "/admin/reservations",
  filters: {
    searchString: searchField("q", "Find titles", { placeholder: "A title or SKU" }),
    /** "kits", a category's id, or all. */
    kind: { ...choiceField<string>("kind", "", kinds), input: { kind: "choice", label: "Show" } },
    /** Any day of the month. */
    on: dayField("on"),
    page: pageField(),
  },
  key: ["orders", "reservation calendar"],
  pageSize: titlesOnCalendar,
  ask: async ({ pageSize: _fixed, kind, ...query }, context) => {
    const isKit = kind === "kits";
    const filters = { ...query, isKit, categoryId: isKit ? 0 : Number(kind) };
    const answer = await call("GET Reservations/GetCalendar", { query: filters }, context);
    const { month, today } = answer;
    return { ...answer, data: answer.data.map((title) => ({ ...title, month, today })) };
  },
});
