import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { AccountCard } from "#web/features/accounts/account/account-card.tsx";
import { borrowerQuery } from "#web/features/accounts/accounts-queries.ts";
import { cartCountQuery } from "#web/features/cart/cart-queries.ts";
import { cartIdentifier } from "#web/lib/session.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { ErrorState } from "#web/ui/feedback/empty-state.tsx";
import { Awaiting, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Page } from "#web/ui/layout/page.tsx";

/** user/account/{id} */
export function AccountPage() {
  const { id = "" } = useParams();
  const { data: borrower, isError, refetch, isFetching } = useQuery(borrowerQuery(id));
  const { data: inCart = 0 } = useQuery(cartCountQuery(cartIdentifier()));
  if (!borrower) {
    return (
      <Page heading="Your account">
        {isError ? (
          <ErrorState onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <Awaiting what="your account">
            <Skeleton height="24rem" />
          </Awaiting>
        )}
      </Page>
    );
  }
  return (
    <Page
      heading={`Welcome back ${borrower.borrowerName}!`}
      documentTitle="Your account"
      actions={
        inCart > 0 && (
          <ButtonLink look="primary" to="/user/cartitems">
            Continue to your cart ({inCart})
          </ButtonLink>
        )
      }
    >
      <AccountCard key={id} borrower={borrower} />
      <Card heading="Orders" actions={<ButtonLink to={`/user/orderlist/${id}`}>View Order History</ButtonLink>}>
        <p>What is on its way to you, what you have, and what you have returned.</p>
      </Card>
    </Page>
  );
}
