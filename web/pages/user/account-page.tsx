import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "#web/ui/router/router.tsx";
import { AccountCard, AccountCardSkeleton } from "#web/features/accounts/account/account-card.tsx";
import { Blocked } from "#web/features/accounts/account/blocked.tsx";
import { ConfirmEmail } from "#web/features/accounts/account/confirm-email.tsx";
import { OwnCases } from "#web/features/circulation/borrower/own-cases.tsx";
import { WithMe } from "#web/features/circulation/borrower/with-me.tsx";
import { OwnPlaces } from "#web/features/circulation/queue/own-places.tsx";
import { OwnSessions } from "#web/features/accounts/sessions/own-sessions.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { borrowerQuery } from "#web/features/accounts/accounts-queries.ts";
import { cartCountQuery } from "#web/features/cart/cart-queries.ts";
import { cartIdentifier } from "#web/lib/session.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Page } from "#web/ui/layout/page.tsx";

export function AccountPage() {
  const { id = "" } = useParams();
  const { t } = useLanguage();
  const navigate = useNavigate();
  const query = useQuery(borrowerQuery(id));
  const inCart = useQuery(cartCountQuery(cartIdentifier())).data?.cartCount ?? 0;
  return (
    <Page
      heading={query.data ? t("Welcome back {name}!", { name: query.data.borrowerName }) : t("Your account")}
      documentTitle={t("Your account")}
      actions={
        inCart > 0 && (
          <ButtonLink look="primary" to="/user/cartitems">
            {t("Continue to your cart ({n})", { n: inCart })}
          </ButtonLink>
        )
      }
    >
      <Fetched query={query} what={t("your account")} skeleton={<AccountCardSkeleton />}>
        {(borrower) => (
          <Stack>
            {borrower.blockedBecause !== "" && <Blocked because={borrower.blockedBecause} />}
            {!borrower.isMailboxConfirmed && <ConfirmEmail emailAddress={borrower.emailAddress} />}
            <OwnCases />
            <Card
              heading={t("What you have")}
              actions={
                <ButtonLink size="small" to={`/user/orderlist/${id}`}>
                  {t("View Order History")}
                </ButtonLink>
              }
            >
              <WithMe userId={Number(id)} />
            </Card>
            <OwnPlaces />
            <AccountCard key={id} borrower={borrower} />
          </Stack>
        )}
      </Fetched>
      <OwnSessions onLoggedOut={() => void navigate("/user/login")} />
    </Page>
  );
}
