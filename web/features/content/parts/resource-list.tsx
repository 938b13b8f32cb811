import type { SiteContent } from "#contract/site/sections.ts";
import { DocumentLink } from "./document-link.tsx";
import styles from "./resource-list.module.css";

export function ResourceList({ groups, heading: Heading = "h2" }: ResourceListProps) {
  return groups.map(({ heading, links }, at) => (
    <section key={at} className={styles.group} lang="en">
      <Heading>{heading}</Heading>
      <ul className={styles.links}>
        {links.map(({ about, ...link }, place) => (
          <li key={place}>
            <DocumentLink {...link} />
            {about && <p>{about}</p>}
          </li>
        ))}
      </ul>
    </section>
  ));
}

type ResourceListProps = Pick<SiteContent["resources"], "groups"> & { heading?: "h2" | "h3" };
