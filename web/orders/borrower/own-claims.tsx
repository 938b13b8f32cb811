import { useQuery } from "@tanstack/react-query";
import type { OwnClaim } from "#contract/desk/claims.ts";
import { centsOf, dollars } from "#contract/wire/money.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Link } from "#web/ui/router/router.tsx";
import styles from "./with-me.module.css";

const kinds = { lost: "Lost", damaged: "Damaged", "parts missing": "Parts missing" } as const;

/** What a borrower has to settle, on the account page; nothing where that is nothing. */
export function OwnClaims() {
  const { t } = useLanguage();
  const { data: { data: claims, openCost } = { data: [], openCost: "0.00" } } = useQuery({
    queryKey: ["claims", "own"],
    queryFn: ({ signal }) => call("GET Claims/GetOwn", {}, { signal }),
    meta: { background: true }, // the rest of the page is worth more than a fault of this
  });
  if (claims.length === 0) return null;
  return (
    <Alert tone="warning" title={t("Lost, damaged, or incomplete")}>
      <Stack gap="tight">
        <ul className={styles.claims}>
          {claims.map((one) => (
            <li key={one.claimId}>
              <TitleText of={one} />, #{one.skuNumber} {t("copy {n}", { n: one.copyNumber })},{" "}
              <Link to={`/user/vieworder/${one.orderId}`}>{t("Order #{id}", { id: one.orderId })}</Link>:{" "}
              <WhatAndCost of={one} />
            </li>
          ))}
        </ul>
        {centsOf(openCost) > 0 && <p>{t("Total: {sum}", { sum: dollars(centsOf(openCost)) })}</p>}
        <p>
          {t("Please pay the replacement cost to the library’s office, or write to us about a replacement.")}{" "}
          {t("Have you found it, or sent it back already? Please tell us, and we’ll look again.")}
        </p>
      </Stack>
    </Alert>
  );
}

function WhatAndCost({ of: { kind, parts, cost } }: { of: OwnClaim }) {
  const { t } = useLanguage();
  const what = parts === "" ? t(kinds[kind]) : `${t(kinds[kind])} (${parts})`;
  return centsOf(cost) === 0 ? what : `${what}, ${dollars(centsOf(cost))}`;
}
