import { ArrowLeft, ChevronRight } from "#web/ui/first-icons.tsx";
import { type ReactNode, useEffect } from "react";
import styles from "./links.module.css";
import type { AddressFilters } from "#web/lib/filters/address-filters.ts";
import { Link, useLocation, useNavigate, useNextSearchParams, useSearchParams } from "#web/ui/router.tsx";

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={styles.back}>
      <ArrowLeft size={16} aria-hidden="true" />
      {children}
    </Link>
  );
}

export function Breadcrumb({ crumbs }: { crumbs: readonly { label: string; to?: string }[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles.crumbs}>
        {crumbs.map(({ label, to }, at) => (
          <li key={label}>
            {at > 0 && <ChevronRight size={14} aria-hidden="true" />}
            {to ? <Link to={to}>{label}</Link> : <span aria-current="page">{label}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}

type Section = { to: string; label: string; isCurrent: boolean };

export function SectionLinks({ sections }: { sections: readonly Section[] }) {
  return (
    <nav aria-label="Sections">
      <ul className={styles.sections}>
        {sections.map(({ to, label, isCurrent }) => (
          <li key={to}>
            <Link to={to} className={styles.section} aria-current={isCurrent ? "page" : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Links back to the list that the page was opened from, with its filters, or else to the plain list. */
export function BackToList({ path, children }: { path: string; children: ReactNode }) {
  return <BackLink to={useListOrigin(path) ?? path}>{children}</BackLink>;
}

/** Returns the current filters, those of the requested address, and a function that changes them. */
export function useFilters<Filters>(list: AddressFilters<Filters>) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  return {
    filters: list.read(search),
    next: list.read(useNextSearchParams()),
    show: (next: Filters) => void navigate(list.href(next)),
  };
}

/** Returns the address of the list that the page was opened from, with its filters, as `ListLink` passed it. */
export function useListOrigin(path: string): string | undefined {
  const state: unknown = useLocation().state;
  if (typeof state !== "object" || state === null || !("from" in state)) return undefined;
  const { from } = state;
  return typeof from === "string" && from.startsWith(path) ? from : undefined;
}

/** Opens links in a preview in a new tab, so that unsaved text is not lost. */
export function useLinksInNewTab(box: { current: HTMLElement | null }): void {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && box.current?.contains(event.target) && event.target.closest("a");
      if (!link) return;
      event.preventDefault();
      open(link.href, "_blank", "noopener");
    };
    document.addEventListener("click", onClick, { capture: true });
    return () => document.removeEventListener("click", onClick, { capture: true });
  }, [box]);
}
