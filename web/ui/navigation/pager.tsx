import { useLanguage } from "#web/language/use-language.ts";
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from "#web/ui/first-icons.tsx";
import type { ReactNode } from "react";
import { Link, useDestination, useLocation } from "#web/ui/router/router.tsx";
import type { Language } from "#web/language/language.ts";
import styles from "./pager.module.css";

type PagerProps = {
  /** From 1. */
  page: number;
  pageSize: number;
  total: number;
  hrefFor: (page: number) => string;
  label?: string;
  /** Another list is loading, which may have other pages. */
  busy?: boolean;
};

/** 'Showing x - y of n results' and links to the other pages. */
export function Pager({ page, pageSize, total, hrefFor, label, busy = false }: PagerProps) {
  const { t } = useLanguage();
  const isLeft = useDestination().key !== useLocation().key;
  const list = pageWindow(page, pageSize, total);
  const step = (to: number, name: string, icon: ReactNode) => {
    const idle = to < 1 || to > list.pages || to === list.page;
    return (
      <li>
        {idle ? (
          // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- a way that is closed for now leads nowhere
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
    <nav className={styles.pager} aria-label={label ?? t("Pages")} aria-busy={busy || isLeft || undefined}>
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

/** A list's paging state: the shown records, the number of pages, and the page numbers to offer. */
type PageWindow = { page: number; pages: number; first: number; last: number; numbers: number[] };

/** Computes it. A page out of range becomes the nearest valid one; `offered` is the maximum of page numbers. */
export function pageWindow(page: number, pageSize: number, total: number, offered = 5): PageWindow {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const here = Math.min(Math.max(1, Math.trunc(page) || 1), pages);
  const count = Math.min(offered, pages);
  const start = Math.min(Math.max(1, here - Math.floor(offered / 2)), pages - count + 1);
  return {
    page: here,
    pages,
    first: total === 0 ? 0 : (here - 1) * pageSize + 1,
    last: Math.min(here * pageSize, total),
    numbers: Array.from({ length: count }, (_, at) => start + at),
  };
}

export function pagerSentence({ first, last }: PageWindow, total: number, t: Language["t"]): string {
  if (total === 0) return t("No records to display.");
  return t("Showing {first} - {last} of {total} results", { first, last, total });
}
