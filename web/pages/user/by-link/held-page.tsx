import { useState } from "react";
import { HeldOffer } from "#web/features/circulation/queue/held-offer.tsx";
import { TermsDialog } from "#web/features/content/terms-dialog.tsx";
import { Rich } from "#web/language/rich.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { Page } from "#web/ui/layout/page.tsx";
import { useParams } from "#web/ui/router/router.tsx";
import styles from "../cart-items-page.module.css";

export function HeldPage() {
  const { t } = useLanguage();
  const { token = "" } = useParams();
  const [open, setOpen] = useState(false);
  const terms = (words: string) => (
    <button type="button" className={styles.link} onClick={() => setOpen(true)}>
      {words}
    </button>
  );
  return (
    <Page heading={t("Held for you")} width="narrow">
      <HeldOffer
        key={token}
        token={token}
        terms={
          <p>
            <Rich sentence="By proceeding you accept the <terms>Terms and Responsibilities</terms>" parts={{ terms }} />
          </p>
        }
      />
      <TermsDialog open={open} onClose={() => setOpen(false)} />
    </Page>
  );
}
