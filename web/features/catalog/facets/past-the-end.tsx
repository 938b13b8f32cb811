import { addressOfFilters, type Filters } from "#web/features/catalog/filters.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";

/** A page of a result that has fewer. */
export function PastTheEnd({ next }: { next: Filters }) {
  const { t } = useLanguage();
  return (
    <EmptyState
      title={t("There’s nothing on this page.")}
      actions={
        <ButtonLink look="primary" to={addressOfFilters({ ...next, page: 1 })}>
          {t("Go to the first page")}
        </ButtonLink>
      }
    />
  );
}
