import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Item } from "#contract/catalog.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { Link } from "#web/ui/router/router.tsx";
import { freeInWords } from "./stock-on-days.tsx";
import { useTeaching } from "./teaching.ts";
import { titleDaysQuery } from "./title-days-query.ts";

const looked = 18; // a page of a search
const shown = 4;

/** Titles of the same subject and for the same grades, those that are in stock today first. */
const similarQuery = ({ inventoryId, subjectId, gradeId }: Item) =>
  queryOptions({
    queryKey: ["catalog", "similar", inventoryId],
    queryFn: async ({ signal }) => {
      const query = { subjectId, gradeId, sort: "borrowed" as const, page: 1, pageSize: looked };
      const { data } = await call("GET Inventory/GetInventoryBySearchParams", { query }, { signal });
      return [...data.searchInStockResults, ...data.searchOutOfStockResults].filter(
        (other) => other.inventoryId !== inventoryId,
      );
    },
    meta: { background: true },
  });

/** Up to four similar titles that are free for the chosen days. */
export function SimilarOnDays({ item }: { item: Item }) {
  const language = useLanguage();
  const { teaching } = useTeaching();
  const { data: similar = [] } = useQuery(similarQuery(item));
  const ids = similar.map(({ inventoryId }) => inventoryId);
  const { data: onDays = [] } = useQuery(titleDaysQuery(ids, teaching));
  const titles = similar
    .map((title, at) => ({ title, free: onDays[at]?.free ?? 0 }))
    .filter(({ free }) => free > 0)
    .slice(0, shown);
  if (titles.length === 0) return null;
  return (
    <>
      <p>{language.t("Similar titles that are free for your days:")}</p>
      <ul>
        {titles.map(({ title, free }) => (
          <li key={title.inventoryId}>
            <Link to={`/user/viewitem/${title.inventoryId}`}>
              <TitleText of={title} />
            </Link>{" "}
            – {freeInWords(free, language)}
          </li>
        ))}
      </ul>
    </>
  );
}
