import { useLocation, useNavigate } from "#web/ui/router.tsx";
import { SuggestedOptions } from "#web/ui/forms/suggested-options.tsx";
import { useQuery } from "@tanstack/react-query";
import { useLanguage } from "#web/language/use-language.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { Search } from "#web/ui/first-icons.tsx";
import { Cover } from "#web/ui/cover/cover.tsx";
import styles from "./suggestion-list.module.css";
import { call } from "#web/lib/call.ts";
import { dataQuery } from "#web/lib/queries.ts";
import { minSuggestLength, type SuggestedTitle, type Suggestions } from "#contract/catalog/catalog.ts";
import { categoryLook } from "#web/catalog/category-look.tsx";
import { addressOfFilters } from "#web/catalog/catalog-queries.ts";

type Suggestion = { to: string } & ({ correction: string } | { subjectName: string } | { title: SuggestedTitle });

type SuggestionListProps = { id: string; field: HTMLInputElement; before: string };

/** Lists suggestions below a search box. `before` is its text when it got the focus. */
export function SuggestionList(props: SuggestionListProps) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const onChoose = ({ to }: Suggestion) => void navigate(to, { state: { from: pathname + search } });
  return (
    <SuggestedOptions
      {...props}
      suggesting={{ minLength: minSuggestLength, useSuggestions, onChoose }}
      keyOf={({ to }: Suggestion) => to}
    >
      {(suggestion) => <SuggestionContent suggestion={suggestion} />}
    </SuggestedOptions>
  );
}

function SuggestionContent({ suggestion }: { suggestion: Suggestion }) {
  const { t, called } = useLanguage();
  if ("title" in suggestion) return <Title title={suggestion.title} />;
  if ("correction" in suggestion) return <Words name={suggestion.correction} detail={t("Did you mean this?")} />;
  return <Words name={called(suggestion.subjectName)} detail={t("Subject")} />;
}

function useSuggestions(text: string, enabled: boolean) {
  const { data, isFetching } = useQuery({ ...suggestionsQuery(text), enabled });
  return { suggestions: data && suggestionsOf(data), isFetching };
}

const suggestionsOf = ({ correction, subjects, titles }: Suggestions): Suggestion[] => [
  ...(correction === undefined ? [] : [{ to: addressOfFilters({ text: correction }), correction }]),
  ...subjects.map(({ subjectId, subjectName }) => ({ to: addressOfFilters({ subject: subjectId }), subjectName })),
  ...titles.map((title) => ({ to: `/user/viewitem/${title.inventoryId}`, title })),
];

function Words({ name, detail }: { name: string; detail: string }) {
  return (
    <>
      <span className={styles.sign}>
        <Search size={20} aria-hidden="true" />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.detail}>{detail}</span>
      </span>
    </>
  );
}

function Title({ title }: { title: SuggestedTitle }) {
  const { say, called } = useLanguage();
  const { tone, icon: Icon } = categoryLook(title.category);
  return (
    <>
      <span className={styles.cover}>
        <Cover
          tone={tone}
          icon={<Icon />}
          title={title.title}
          src={title.attachmentUrl}
          srcSet={title.attachmentSrcset}
          sizes="2.25rem"
          eager
        />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>
          <TitleText of={title} />
        </span>
        <span className={styles.detail}>
          {say(title.category.categoryName)}, {called(title.subjectName)}
        </span>
      </span>
    </>
  );
}

/** Loads suggestions; the previous ones stay until then, and a failure suggests nothing. */
const suggestionsQuery = (text: string) =>
  dataQuery(
    ["catalog", "suggestions", text],
    (context) => call("GET Inventory/GetSuggestions", { query: { text } }, context),
    {
      keepPrevious: true,
      staleTime: 60_000,
      retry: false,
      meta: { background: true },
    },
  );
