import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { ResourceList } from "./parts/resource-list.tsx";
import { pageContentQuery } from "./site-queries.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { langOf, NoSpanishYet } from "./parts/paragraphs.tsx";

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
