import { type ReactNode, useTransition } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { Alert } from "./alert.tsx";
import { ErrorState } from "./empty-state.tsx";
import { Awaiting } from "./skeleton.tsx";

/** What a query answers with, as `useQuery` has it. */
export type Query<Data> = {
  data: Data | undefined;
  isError: boolean;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
};

type FetchedProps<Data> = {
  query: Query<Data>;
  /** What is loading, for screen readers. */
  what: string;
  /** Placeholders of the size that the data will have; seen after 200 ms only. */
  skeleton: ReactNode;
  /** Shown instead of an empty list. */
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
};

/**
 * The one way to show fetched data: a skeleton, then the data, or an error with a retry. When a refetch fails, the data
 * stays with a note above it.
 */
export function Fetched<Data>({ query, what, skeleton, empty, children }: FetchedProps<Data>) {
  const { data, isError, isFetching, refetch } = query;
  if (data === undefined) {
    if (isError) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
    return <Awaiting what={what}>{skeleton}</Awaiting>;
  }
  return (
    <>
      {isError && <NotRefreshed onRetry={refetch} />}
      {empty !== undefined && Array.isArray(data) && data.length === 0 ? empty : children(data)}
    </>
  );
}

function NotRefreshed({ onRetry }: { onRetry: () => Promise<unknown> }) {
  const { t } = useLanguage();
  // not isFetching: a background refetch would make the button flicker
  const [busy, start] = useTransition();
  return (
    <div data-screen-only>
      <Alert tone="warning">
        <Row>
          {t("This couldn’t be refreshed. It may be out of date.")}
          <Button size="small" busy={busy} onClick={() => start(async () => void (await onRetry()))}>
            {t("Try again")}
          </Button>
        </Row>
      </Alert>
    </div>
  );
}
