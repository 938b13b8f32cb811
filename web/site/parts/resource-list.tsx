import type { SiteContent } from "#contract/site/sections.ts";
import { DocumentLink } from "./document-link.tsx";
import styles from "./resource-list.module.css";
import { langOf } from "./paragraphs.tsx";

export function ResourceList({ groups, heading: Heading = "h2" }: ResourceListProps) {
  return groups.map((group, at) => (
    <section key={at} className={styles.group}>
      <Heading lang={langOf(group, "heading")}>{group.heading}</Heading>
      <ul className={styles.links}>
        {group.links.map((link, place) => (
          <li key={place}>
            <DocumentLink {...link} />
            {link.about && <p lang={langOf(link, "about")}>{link.about}</p>}
          </li>
        ))}
      </ul>
    </section>
  ));
}

type ResourceListProps = Pick<SiteContent["resources"], "groups"> & { heading?: "h2" | "h3" };
