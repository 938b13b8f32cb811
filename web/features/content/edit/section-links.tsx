import { Link } from "#web/ui/router/router.tsx";
import { sectionNames, type SectionName } from "#contract/site/sections.ts";
import styles from "./edit-section.module.css";
import { sectionForms } from "./section-forms.ts";

/** The sections as links to their forms. */
export function SectionLinks({ current }: { current: SectionName }) {
  return (
    <nav aria-label="Sections">
      <ul className={styles.sections}>
        {sectionNames.map((section) => (
          <li key={section}>
            <Link
              to={`/admin/sitecontent/${section}`}
              className={styles.section}
              aria-current={section === current ? "page" : undefined}
            >
              {sectionForms[section].title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
