import { Fetched, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import type { SiteContent } from "#contract/site/sections.ts";
import { useQuery } from "@tanstack/react-query";
import { Button } from "#web/ui/actions/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { langOf, NoSpanishYet, Paragraphs } from "./parts/paragraphs.tsx";
import { AddressLines } from "./footer-parts.tsx";
import { pageContentQuery, useSiteConfiguration } from "./site-queries.ts";
import styles from "./terms-dialog.module.css";

export function TermsDialog({ onClose }: { onClose: () => void }) {
  const { t, code } = useLanguage();
  const address = useSiteConfiguration()?.content.contact.postalAddress;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Terms and Responsibilities")}
      width="wide"
      initialFocus="title"
      actions={
        <Button look="primary" onClick={onClose}>
          {t("Close")}
        </Button>
      }
    >
      <Fetched
        query={useQuery(pageContentQuery(code))}
        what={t("Terms and Responsibilities")}
        skeleton={<SkeletonLines lines={10} />}
      >
        {({ terms }) => <TermsList {...terms} />}
      </Fetched>
      {address && (
        <section className={styles.address}>
          <h3>{t("Return everything to")}</h3>
          <AddressLines address={address} />
        </section>
      )}
    </Dialog>
  );
}

type TermsListProps = SiteContent["terms"] & { heading?: "h2" | "h3" };

export function TermsList({ points, heading: Heading = "h3" }: TermsListProps) {
  return (
    <>
      <NoSpanishYet of={points} />
      <ol className={styles.terms}>
        {points.map((point, at) => (
          <li key={at} lang={langOf(point, "text")}>
            <Heading>{point.heading}</Heading>
            <Paragraphs text={point.text} />
          </li>
        ))}
      </ol>
    </>
  );
}
