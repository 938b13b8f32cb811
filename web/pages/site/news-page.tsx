import { userTypes } from "#contract/codes.ts";
import { useQuery } from "@tanstack/react-query";
import { NewsList } from "#web/features/news/news-list.tsx";
import { newsListQuery } from "#web/features/news/news-queries.ts";
import { useSession } from "#web/lib/session.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { EmptyState, ErrorState } from "#web/ui/feedback/empty-state.tsx";
import { Awaiting, SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";

/** news */
export function NewsPage() {
  const isAdmin = useSession()?.user.userTypeId === userTypes.admin;
  return (
    <Page heading="News" actions={isAdmin && <ButtonLink to="/admin/editnews/0">Add New</ButtonLink>}>
      <News />
    </Page>
  );
}

function News() {
  const { data, isError, refetch, isFetching } = useQuery(newsListQuery());
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) {
    return (
      <Awaiting what="news">
        <SkeletonLines lines={8} />
      </Awaiting>
    );
  }
  if (data.length === 0)
    return <EmptyState title="No news yet.">What is new at the library will stand here.</EmptyState>;
  return <NewsList items={data} />;
}
