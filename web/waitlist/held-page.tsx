import { HeldOffer } from "#web/waitlist/held-offer.tsx";
import { useTermsDialog } from "#web/site/use-terms-dialog.tsx";
import { Rich } from "#web/language/rich.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { Page } from "#web/ui/layout/page.tsx";
import { useParams } from "#web/ui/router/router.tsx";
import styles from "../orders/cart/cart-items-page.module.css";

export function HeldPage() {
  const { t } = useLanguage();
  const { token = "" } = useParams();
  const { openTerms, termsDialog } = useTermsDialog();
  const terms = (words: string) => (
    <button type="button" className={styles.link} onClick={openTerms}>
      {words}
    </button>
  );
  return (
    <Page heading={t("On hold for you")} width="narrow">
      <HeldOffer
        key={token}
        token={token}
        terms={
          <p>
            <Rich sentence="By proceeding you accept the <terms>Terms and Responsibilities</terms>" parts={{ terms }} />
          </p>
        }
      />
      {termsDialog}
    </Page>
  );
}
