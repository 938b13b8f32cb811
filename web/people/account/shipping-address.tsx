import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { borrowerQuery } from "#web/people/accounts-queries.ts";
import styles from "./shipping-address.module.css";
import { Fetched, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { Link } from "#web/ui/router.tsx";

export function ShippingAddress({ userId }: { userId: number }) {
  const { t } = useLanguage();
  return (
    <Fetched query={useQuery(borrowerQuery(userId))} what={t("your address")} skeleton={<SkeletonLines lines={5} />}>
      {({ borrowerName, schoolName, address: { street, city, state, zip } }) => (
        <>
          <address className={styles.address}>
            {[borrowerName, schoolName, street, `${city}, ${state} ${zip}`].map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
          <p>
            <Link to={`/user/account/${userId}`}>{t("Change it in your account")}</Link>
          </p>
        </>
      )}
    </Fetched>
  );
}
