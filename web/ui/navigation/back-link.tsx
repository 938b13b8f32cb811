import { ArrowLeft, ChevronRight } from "#web/ui/first-icons.tsx";
import type { ReactNode } from "react";
import { Link } from "#web/ui/router/router.tsx";
import styles from "./back-link.module.css";

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
