import { useQuery } from "@tanstack/react-query";
import type { OwnClaim } from "#contract/desk/claims.ts";
import { centsOf, dollars } from "#contract/wire/money.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import styles from "./own-loans.module.css";
import { Stack } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Link } from "#web/ui/router.tsx";

const kinds = { lost: "Lost", damaged: "Damaged", "parts missing": "Parts missing" } as const;

export function OwnClaims() {
  const { t } = useLanguage();
  const { data: { data: claims, openCost } = { data: [], openCost: "0.00" } } = useQuery({
    queryKey: ["claims", "own"],
    queryFn: ({ signal }) => call("GET Claims/GetOwn", {}, { signal }),
    meta: { background: true }, // a failure shouldn't take down the account page
  });
  if (claims.length === 0) return null;
  return (
    <Alert tone="warning" title={t("Lost, damaged, or incomplete")}>
      <Stack gap="tight">
        <ul className={styles.claims}>
          {claims.map((claim) => (
            <li key={claim.claimId}>
              <TitleText of={claim} />, #{claim.skuNumber} {t("copy {n}", { n: claim.copyNumber })},{" "}
              <Link to={`/user/vieworder/${claim.orderId}`}>{t("Order #{id}", { id: claim.orderId })}</Link>:{" "}
              <KindAndCost of={claim} />
            </li>
          ))}
        </ul>
        {centsOf(openCost) > 0 && <p>{t("Total: {sum}", { sum: dollars(centsOf(openCost)) })}</p>}
        <p>
          {t("Please pay the replacement cost to the library’s office, or contact us about replacing it.")}{" "}
          {t("Did you find it, or have you already sent it back? Let us know, and we’ll check again.")}
        </p>
      </Stack>
    </Alert>
  );
}

function KindAndCost({ of: { kind, parts, cost } }: { of: OwnClaim }) {
  const { t } = useLanguage();
  const kindAndParts = parts === "" ? t(kinds[kind]) : `${t(kinds[kind])} (${parts})`;
  return centsOf(cost) === 0 ? kindAndParts : `${kindAndParts}, ${dollars(centsOf(cost))}`;
}
