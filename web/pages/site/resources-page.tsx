import { useQuery } from "@tanstack/react-query";
import { siteConfigurationQuery } from "#web/features/content/site-queries.ts";
import { ErrorState } from "#web/ui/feedback/empty-state.tsx";
import { Awaiting, SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import styles from "./resources-page.module.css";

/** resources */
export function ResourcesPage() {
  return (
    <Page
      heading="Resources"
      lead="Good places on the web for health education. They are not ours, and open in a new tab."
    >
      <Resources />
    </Page>
  );
}

function Resources() {
  const { data, isError, refetch, isFetching } = useQuery(siteConfigurationQuery);
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) {
    return (
      <Awaiting what="resources">
        <SkeletonLines lines={10} />
      </Awaiting>
    );
  }
  return data.content.resources.map(({ heading, links }) => (
    <section key={heading} className={styles.group}>
      <h2>{heading}</h2>
      <ul className={styles.links}>
        {links.map(({ title, address, about }) => (
          <li key={address}>
            <a href={address} target="_blank" rel="noreferrer">
              {title}
            </a>
            <p>{about}</p>
          </li>
        ))}
      </ul>
    </section>
  ));
}
