import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { ResourceList } from "#web/features/content/parts/resource-list.tsx";
import { pageContentQuery } from "#web/features/content/site-queries.ts";
import { EmptyState, ErrorState } from "#web/ui/feedback/empty-state.tsx";
import { Awaiting, SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";

/** resources */
export function ResourcesPage() {
  const { t } = useLanguage();
  const { data } = useQuery(pageContentQuery);
  return (
    <Page heading={t("Resources")} lead={data && <span lang="en">{data.resources.lead}</span>}>
      <Resources />
    </Page>
  );
}

function Resources() {
  const { t } = useLanguage();
  const { data, isError, refetch, isFetching } = useQuery(pageContentQuery);
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) {
    return (
      <Awaiting what={t("resources")}>
        <SkeletonLines lines={10} />
      </Awaiting>
    );
  }
  if (data.resources.groups.length === 0)
    return <EmptyState title={t("No links yet.")}>{t("Links to useful websites will appear here.")}</EmptyState>;
  return <ResourceList groups={data.resources.groups} />;
}
