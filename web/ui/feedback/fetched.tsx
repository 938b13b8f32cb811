import { type ReactNode, useTransition } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import { focusOn } from "#web/lib/focus-on.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { Alert } from "./alert.tsx";
import { ErrorState } from "./empty-state.tsx";
import { Awaiting } from "./skeleton.tsx";

/** The parts of a `useQuery` result that we need. */
export type Query<Data> = {
  data: Data | undefined;
  isError: boolean;
  refetch: () => Promise<unknown>;
};

type FetchedProps<Data> = {
  query: Query<Data>;
  /** What is loading, for screen readers. */
  what: string;
  /** Placeholders of the data's size, visible after 200 ms. */
  skeleton: ReactNode;
  /** Shown instead of an empty list. */
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
};

/**
 * Shows fetched data: a skeleton first, then the data, or an error with a retry. When a refetch fails, the data stays, with
 * a note above it.
 */
export function Fetched<Data>({ query, what, skeleton, empty, children }: FetchedProps<Data>) {
  const { data, isError, refetch } = query;
  const [isRetrying, retry] = useRetry(refetch);
  if (data === undefined) {
    if (isError || isRetrying) return <ErrorState onRetry={retry} retrying={isRetrying} />;
    return <Awaiting what={what}>{skeleton}</Awaiting>;
  }
  return (
    <>
      {isError && <NotRefreshed onRetry={retry} busy={isRetrying} />}
      {empty !== undefined && Array.isArray(data) && data.length === 0 ? empty : children(data)}
    </>
  );
}

/** Fetches again; when the pressed button disappears, the focus moves to the heading of its section. */
function useRetry(refetch: () => Promise<unknown>) {
  const [isRetrying, start] = useTransition(); // isFetching would make the button flicker during background refetches
  const retry = () => {
    const section = document.activeElement?.closest("dialog, details, section, main");
    const moveFocus = () =>
      document.activeElement === document.body && focusOn(section?.querySelector("h1, h2, h3, summary"));
    start(async () => {
      await refetch();
      setTimeout(moveFocus); // after the data is rendered
    });
  };
  return [isRetrying, retry] as const;
}

function NotRefreshed({ onRetry, busy }: { onRetry: () => void; busy: boolean }) {
  const { t } = useLanguage();
  return (
    <div data-screen-only>
      <Alert tone="warning">
        <Row>
          {t("This couldn’t be refreshed. It may be out of date.")}
          <Button size="small" busy={busy} onClick={onRetry}>
            {t("Try again")}
          </Button>
        </Row>
      </Alert>
    </div>
  );
}
