import type { ReactNode } from "react";
import { Pager } from "#web/ui/navigation/pager.tsx";
import styles from "./paged-list.module.css";
import { Fetched, type Query, SkeletonRows } from "#web/ui/feedback/loading.tsx";
import { Navigate } from "#web/ui/router.tsx";

type PagedListProps<Data> = {
  /** Use `keepPreviousData` as its placeholder, so that rows stay until another page arrives. */
  query: Query<Data> & { isPlaceholderData: boolean };
  what: string;
  page: number;
  pageSize: number;
  hrefFor: (page: number) => string;
  label: string;
  rowHeight: string;
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Shows a list's rows with a pager. A page past the end redirects to the last one. */
export function PagedList<Data extends { total: number }>(props: PagedListProps<Data>) {
  const { query, what, page, pageSize, hrefFor, label, rowHeight, empty, children } = props;
  const busy = query.isPlaceholderData;
  return (
    <Fetched query={query} what={what} skeleton={<SkeletonRows count={pageSize} height={rowHeight} />}>
      {(data) => {
        const lastPage = Math.max(1, Math.ceil(data.total / pageSize));
        if (data.total === 0 && empty) return empty;
        if (page > lastPage && !busy) return <Navigate replace to={hrefFor(lastPage)} />;
        return (
          <div className={styles.list} aria-busy={busy || undefined}>
            {data.total > 0 && children(data)}
            <Pager page={page} pageSize={pageSize} total={data.total} label={label} hrefFor={hrefFor} busy={busy} />
          </div>
        );
      }}
    </Fetched>
  );
}

type Answers<Queries> = { [Name in keyof Queries]: Queries[Name] extends Query<infer Data> ? Data : never };

/** Combines queries into one whose data is there once all have loaded; a refetch repeats only failed ones. */
export function combineQueries<Queries extends Record<string, Query<unknown>>>(
  queries: Queries,
): Query<Answers<Queries>> {
  const all = Object.values(queries);
  const isComplete = (data: object): data is Answers<Queries> =>
    Object.values(data).every((value) => value !== undefined);
  const data = Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, query.data]));
  return {
    data: isComplete(data) ? data : undefined,
    error: all.find((query) => query.isError)?.error ?? null,
    isError: all.some((query) => query.isError),
    refetch: () => Promise.all(all.filter((query) => query.isError).map((query) => query.refetch())),
  };
}
