import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { limits } from "#contract/catalog/codes.ts";
import { minSchoolSearch, type SuggestedSchool } from "#contract/people/schools.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import styles from "./school-list.module.css";
import { SuggestedOptions } from "#web/ui/forms/suggested-options.tsx";

type SchoolListProps = {
  id: string;
  field: HTMLInputElement;
  before: string;
  of: "schools" | "districts";
  district: string;
  onSchool: (school: SuggestedSchool) => void;
};

export function SchoolList({ of, district, onSchool, ...props }: SchoolListProps) {
  const { t } = useLanguage();
  const useSuggestions = (text: string, enabled: boolean) => {
    const query = { of, text, district: of === "schools" ? district : "" };
    const { data, isFetching } = useQuery({
      queryKey: ["schools", query],
      queryFn: async ({ signal }) => (await call("GET Schools/Suggest", { query }, { signal })).data,
      placeholderData: keepPreviousData,
      staleTime: 60_000,
      retry: false,
      meta: { background: true },
      // the field itself reports longer text
      enabled: enabled && [text, query.district].every(({ length }) => length <= limits.line),
    });
    return { suggestions: data, isFetching };
  };
  return (
    <SuggestedOptions
      {...props}
      suggesting={{ minLength: minSchoolSearch, useSuggestions, onChoose: onSchool }}
      keyOf={({ school, district: ofDistrict, county, city, zip }: SuggestedSchool) =>
        [school, ofDistrict, county, city, zip].join("/")
      }
    >
      {({ school, district: ofDistrict, city, county }) => (
        <span className={styles.words}>
          <span className={styles.name}>{school || ofDistrict}</span>
          <span className={styles.detail}>{school ? `${ofDistrict}, ${city}` : t("{county} County", { county })}</span>
        </span>
      )}
    </SuggestedOptions>
  );
}
