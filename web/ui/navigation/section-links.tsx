import { Link } from "#web/ui/router/router.tsx";
import styles from "./section-links.module.css";

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
