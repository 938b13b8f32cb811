import { useLanguage } from "#web/language/use-language.ts";
import type { SiteContent } from "#contract/site/sections.ts";
import { useQuery } from "@tanstack/react-query";
import { Button } from "#web/ui/actions/button.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Paragraphs } from "./parts/paragraphs.tsx";
import { AddressLines } from "./footer-parts.tsx";
import { pageContentQuery, siteConfigurationQuery } from "./site-queries.ts";
import styles from "./terms-dialog.module.css";

export function TermsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLanguage();
  const address = useQuery(siteConfigurationQuery).data?.content.contact.postalAddress;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("Terms and Responsibilities")}
      width="wide"
      actions={
        <Button look="primary" onClick={onClose}>
          {t("Close")}
        </Button>
      }
    >
      <Fetched
        query={useQuery(pageContentQuery)}
        what={t("Terms and Responsibilities")}
        skeleton={<SkeletonLines lines={10} />}
      >
        {({ terms }) => <TermsList {...terms} />}
      </Fetched>
      {address && (
        <section className={styles.address}>
          <h3>{t("Send everything back to")}</h3>
          <AddressLines address={address} />
        </section>
      )}
    </Dialog>
  );
}

export function TermsList({ points }: SiteContent["terms"]) {
  return (
    <ol className={styles.terms} lang="en">
      {points.map(({ heading, text }, at) => (
        <li key={at}>
          <h3>{heading}</h3>
          <Paragraphs text={text} />
        </li>
      ))}
    </ol>
  );
}
