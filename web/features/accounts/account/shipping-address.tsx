import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "#web/ui/router/router.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { borrowerQuery } from "#web/features/accounts/accounts-queries.ts";
import styles from "./shipping-address.module.css";

/** The borrower's own address, to read; it is changed on the account page. */
export function ShippingAddress({ userId }: { userId: number }) {
  const { t } = useLanguage();
  const { data, isError, refetch, isFetching } = useQuery(borrowerQuery(userId));
  if (!data && isError) {
    return (
      <Button size="small" busy={isFetching} onClick={() => void refetch()}>
        {t("Reload your address")}
      </Button>
    );
  }
  if (!data) return <SkeletonLines lines={5} />;
  const { street, city, state, zip } = data.address;
  return (
    <>
      <address className={styles.address}>
        {[data.borrowerName, data.schoolName, street, `${city}, ${state} ${zip}`].map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <p>
        <Link to={`/user/account/${userId}`}>{t("Change it in your account")}</Link>
      </p>
    </>
  );
}
