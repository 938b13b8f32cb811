import { answerQuery, dataQuery } from "#web/lib/queries.ts";
import { type CountedBy, countedBy } from "#contract/schools/school-use.ts";
import { addressFilters, choiceField, pageField } from "#web/lib/filters/address-filters.ts";
import { dayField, troubleWith } from "#web/lib/filters/day-range.ts";
import { call } from "#web/lib/call.ts";

/** What the page shows; empty days have no bound. */
export type SchoolFilters = {
  by: CountedBy;
  startDate: string;
  endDate: string;
  use: number;
};

export const schoolFilters = addressFilters<SchoolFilters>("/admin/schools", {
  by: choiceField<CountedBy>("by", "county", countedBy),
  startDate: dayField("from"),
  endDate: dayField("to"),
  use: pageField("use"),
});

type UseFilters = Pick<SchoolFilters, "by" | "startDate" | "endDate">;

/** As the calls take them. */
export const useAsked = ({ by, startDate, endDate }: UseFilters) => ({ by, startDate, endDate });

/** What was ordered by county, district, or school. */
export const schoolUseQuery = ({ use: page, ...filters }: UseFilters & { use: number }) =>
  answerQuery(
    ["schools", "use", useAsked(filters), page],
    (context) => call("GET Schools/GetUse", { query: { ...useAsked(filters), page } }, context),
    { enabled: !troubleWith(filters), keepPrevious: true },
  );

/** The state's directory as it is. */
export const directoryQuery = dataQuery(["schools", "directory"], (context) =>
  call("GET Schools/GetDirectory", {}, context),
);
