import { useLanguage } from "#web/language/use-language.ts";
import type { CSSProperties, ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";
import { Stack } from "#web/ui/layout/stack.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import styles from "./skeleton.module.css";

type SkeletonProps = { width?: CSSProperties["width"]; height?: CSSProperties["height"] };

/** A gray placeholder, visible after 200 ms. */
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
