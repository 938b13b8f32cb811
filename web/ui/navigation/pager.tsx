import { useLanguage } from "#web/language/use-language.ts";
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from "#web/ui/first-icons.tsx";
import type { ReactNode } from "react";
import type { Language } from "#web/language/language.ts";
import styles from "./pager.module.css";
import { Link, useDestination, useLocation } from "#web/ui/router.tsx";

type PagerProps = {
  /** Counted from 1. */
  page: number;
  pageSize: number;
  total: number;
  hrefFor: (page: number) => string;
  label?: string;
  /** Set while another list is loading. */
  busy?: boolean;
};

/** Shows 'Showing x - y of n results' and links to the other pages. */
export function Pager({ page, pageSize, total, hrefFor, label, busy = false }: PagerProps) {
  const { t } = useLanguage();
  const isNavigating = useDestination().key !== useLocation().key;
  const list = pageWindow(page, pageSize, total);
  const step = (to: number, name: string, icon: ReactNode) => {
    const idle = to < 1 || to > list.pages || to === list.page;
    return (
      <li>
        {idle ? (
          // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- a disabled link has no address
          <a className={styles.step} role="link" aria-disabled="true" aria-label={name}>
            {icon}
          </a>
        ) : (
          <Link className={styles.step} to={hrefFor(to)} aria-label={name} title={name}>
            {icon}
          </Link>
        )}
      </li>
    );
  };
  return (
    <nav className={styles.pager} aria-label={label ?? t("Pages")} aria-busy={busy || isNavigating || undefined}>
      <output className={styles.sentence}>{pagerSentence(list, total, t)}</output>
      {list.pages > 1 && (
        <ul className={styles.list}>
          {step(1, t("First page"), <ChevronsLeft size={20} />)}
          {step(list.page - 1, t("Previous page"), <ChevronLeft size={20} />)}
          {list.numbers.map((number) => (
            <li key={number}>
              <Link
                className={styles.step}
                to={hrefFor(number)}
                aria-label={t("Page {n}", { n: number })}
                aria-current={number === list.page ? "page" : undefined}
              >
                {number}
              </Link>
            </li>
          ))}
          {step(list.page + 1, t("Next page"), <ChevronRight size={20} />)}
          {step(list.pages, t("Last page"), <ChevronsRight size={20} />)}
        </ul>
      )}
    </nav>
  );
}

/** The visible records, the number of pages, and the page numbers to offer. */
type PageWindow = { page: number; pages: number; first: number; last: number; numbers: number[] };

/** Computes the page window. A page out of range becomes the nearest valid one. */
export function pageWindow(page: number, pageSize: number, total: number, maxNumbers = 5): PageWindow {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const current = Math.min(Math.max(1, Math.trunc(page) || 1), pages);
  const count = Math.min(maxNumbers, pages);
  const start = Math.min(Math.max(1, current - Math.floor(maxNumbers / 2)), pages - count + 1);
  return {
    page: current,
    pages,
    first: total === 0 ? 0 : (current - 1) * pageSize + 1,
    last: Math.min(current * pageSize, total),
    numbers: Array.from({ length: count }, (_, at) => start + at),
  };
}

export function pagerSentence({ first, last }: PageWindow, total: number, t: Language["t"]): string {
  if (total === 0) return t("No records to display.");
  return t("Showing {first} - {last} of {total} results", { first, last, total });
}
