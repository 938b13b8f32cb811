import { Rich } from "#web/language/rich.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { messages } from "#contract/specified-messages.ts";
import { type ReactNode, useState } from "react";
import { CallFailed, isRefusedFor } from "#web/lib/call.ts";
import { cartIdentifier } from "#web/lib/session.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Card } from "#web/ui/layout/card.tsx";
import styles from "./check-out.module.css";
import { useCheckOut } from "./change-cart.ts";

type CheckOutProps = {
  /** The sum of quantities. */
  total: number;
  /** The borrower; null for a visitor, who is asked to log in. */
  borrowerId: number | null;
  /** The shipping address. */
  shippingAddress: ReactNode;
  /** The terms dialog, open or closed. */
  terms: (dialog: { open: boolean; onClose: () => void }) => ReactNode;
  /** The terms version shown here; undefined until loaded. */
  termsVersion: string | undefined;
  /** The terms have changed, so the parent reloads them. */
  onTermsChanged: () => void;
  onOrdered: (orderId: number) => void;
};

/** Total, address, terms, and Login or Proceed. */
export function CheckOut(props: CheckOutProps) {
  const { total, borrowerId, shippingAddress, terms, termsVersion, onTermsChanged, onOrdered } = props;
  const { t, say } = useLanguage();
  const order = useCheckOut();
  const [termsOpen, setTermsOpen] = useState(false);
  const [refusedTotal, setRefusedTotal] = useState<number>();
  // the refused cart has changed since
  const isStale = refusedTotal !== total;
  const refused = !isStale && order.error instanceof CallFailed && order.error.isRefusal ? order.error : undefined;
  const proceed = () => {
    const identifier = cartIdentifier();
    if (total === 0 || !identifier) return toast(messages.trouble.nothingToCheckOut, "error");
    if (borrowerId !== null) {
      setRefusedTotal(total);
      const onError = (error: Error) => {
        if (isRefusedFor(error, "terms-changed")) onTermsChanged();
      };
      order.mutate({ borrowerId, identifier, termsVersion }, { onSuccess: onOrdered, onError });
    }
  };
  const termsLink = {
    terms: (words: string) => (
      <button type="button" className={styles.link} onClick={() => setTermsOpen(true)}>
        {words}
      </button>
    ),
  };
  return (
    <Card heading={t("Checkout")} className={styles.panel}>
      <div className={styles.total}>
        <span>{t("Total items")}</span>
        <output aria-label={t("Total items")}>{total}</output>
      </div>
      <div className={styles.address}>
        <h3>{t("Ship to")}</h3>
        {shippingAddress}
      </div>
      <p className={styles.small}>{t("Shipping to you is free. You pay return shipping, roughly $4-12.")}</p>
      {refused && (
        <Alert tone="error" title={t("Your order wasn’t placed.")}>
          {say(refused)}
          {!isRefusedFor(refused, "terms-changed") &&
            ` ${t("Change the quantity or remove the item, then proceed again.")}`}
        </Alert>
      )}
      {borrowerId === null ? (
        <>
          <ButtonLink to="/user/login" look="primary" wide>
            {t("Login")}
          </ButtonLink>
          <p className={styles.small}>
            <Rich
              sentence="Log in to check out. Your cart stays with you. <terms>Terms and Responsibilities</terms>"
              parts={termsLink}
            />
          </p>
        </>
      ) : (
        <>
          <Button look="primary" wide busy={order.isPending} onClick={proceed}>
            {t("Proceed")}
          </Button>
          <p className={styles.small}>
            <Rich sentence="By proceeding you accept the <terms>Terms and Responsibilities</terms>" parts={termsLink} />
          </p>
        </>
      )}
      {terms({ open: termsOpen, onClose: () => setTermsOpen(false) })}
    </Card>
  );
}
