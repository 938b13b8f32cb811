import { type CSSProperties, type ReactNode, useEffect, useState, useTransition } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Row, Stack } from "#web/ui/layout.tsx";
import { CallFailed } from "#web/lib/call.ts";
import { focusOn, VisuallyHidden } from "#web/ui/accessibility.tsx";
import { Alert, ErrorState } from "./notices.tsx";
import { cx } from "#web/ui/cx.ts";
import styles from "./loading.module.css";

/** The parts of a `useQuery` result that we need. */
export type Query<Data> = {
  data: Data | undefined;
  error: Error | null;
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
  const { data, error, isError, refetch } = query;
  const [isRetrying, retry] = useRetry(refetch);
  if (data === undefined) {
    if (isError || isRetrying)
      return (
        <ErrorState onRetry={retry} retrying={isRetrying}>
          {/* a busy library says when to try again */}
          {error instanceof CallFailed && error.status === 503 && error.message}
        </ErrorState>
      );
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

type SkeletonProps = { width?: CSSProperties["width"]; height?: CSSProperties["height"] };

/** Shows a gray placeholder after 200 ms. */
export function Skeleton({ width = "100%", height = "1em" }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />;
}

export function SkeletonCover() {
  return <span className={cx(styles.skeleton, styles.cover)} aria-hidden="true" />;
}

export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <span className={styles.lines} aria-hidden="true">
      {Array.from({ length: lines }, (_, at) => (
        <span key={at} className={styles.skeleton} />
      ))}
    </span>
  );
}

export function SkeletonRows({ count, height }: { count: number; height: string }) {
  return (
    <Stack gap="tight">
      {Array.from({ length: count }, (_, at) => (
        <Skeleton key={at} height={height} />
      ))}
    </Stack>
  );
}

/** Wraps skeletons and announces to screen readers what is loading. */
export function Awaiting({ what, children }: { what: string; children: ReactNode }) {
  const { t } = useLanguage();
  return (
    <div aria-busy="true">
      <VisuallyHidden>{t("Loading {what}", { what })}</VisuallyHidden>
      {children}
    </div>
  );
}

/** Shows a moving line at the top while requests run, after 200 ms, and a spinner after 300 ms. */
export function ProgressLine({ busy }: { busy: boolean }) {
  return busy ? <div className={styles.line} data-progress aria-hidden="true" /> : null;
}

export function Spinner({ label }: { label?: string }) {
  const { t } = useLanguage();
  return (
    <span>
      <span className={styles.spinner} aria-hidden="true" />
      <VisuallyHidden>{label ?? t("Loading")}</VisuallyHidden>
    </span>
  );
}

const nothing = () => undefined;

/** Loads a part after the page; undefined until then or if that fails. `load` must not change. */
export function useLazy<Part>(load: () => Promise<Part>): Part | undefined {
  const [part, setPart] = useState<Part>();
  useEffect(() => void load().then(setPart, nothing), [load]);
  return part;
}
