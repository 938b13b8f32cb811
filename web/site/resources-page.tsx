import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { ResourceList } from "./parts/resource-list.tsx";
import { pageContentQuery } from "./site-queries.ts";
import { langOf, NoSpanishYet } from "./parts/paragraphs.tsx";
import { Page } from "#web/ui/layout.tsx";
import { EmptyState } from "#web/ui/feedback/notices.tsx";
import { Fetched, SkeletonLines } from "#web/ui/feedback/loading.tsx";

export function ResourcesPage() {
  const { t, code } = useLanguage();
  const query = useQuery(pageContentQuery(code));
  const resources = query.data?.resources;
  return (
    <Page heading={t("Resources")} lead={resources && <span lang={langOf(resources, "lead")}>{resources.lead}</span>}>
      <Fetched query={query} what={t("resources")} skeleton={<SkeletonLines lines={10} />}>
        {({ resources }) =>
          resources.groups.length === 0 ? (
            <EmptyState title={t("No links yet.")}>{t("Links to useful websites will appear here.")}</EmptyState>
          ) : (
            <>
              <NoSpanishYet of={resources} />
              <ResourceList groups={resources.groups} />
            </>
          )
        }
      </Fetched>
    </Page>
  );
}
