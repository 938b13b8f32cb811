import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useState } from "react";
import { soonInWords } from "#contract/orders/soon-in-words.ts";
import type { CartItem } from "#contract/orders/cart.ts";
import type { Item } from "#contract/catalog/catalog.ts";
import { userTypes } from "#contract/catalog/codes.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { ShippingAddress } from "#web/people/account/shipping-address.tsx";
import { loginAddress } from "#web/people/login/return-path.ts";
import { CartLines, CartLinesSkeleton, useCheckOut } from "./cart-lines.tsx";
import { cartItemsQuery, expectedArrivalQuery, storedDates } from "./cart-queries.ts";
import { invalidateSiteContent, useSiteConfiguration } from "#web/site/site-queries.ts";
import { Rich } from "#web/language/rich.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { type CallFailed, isRefusedFor, refusalOf } from "#web/lib/call.ts";
import { cartIdentifier, useSession } from "#web/lib/session.ts";
import { Button, ButtonLink } from "#web/ui/actions/button.tsx";
import { ShoppingCart } from "#web/ui/first-icons.tsx";
import { DatesButton, datesFirst, useDatesPart } from "#web/orders/dates/dates-part.tsx";
import { Alert, EmptyState } from "#web/ui/feedback/notices.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Card } from "#web/ui/card.tsx";
import { Page } from "#web/ui/layout.tsx";
import { useNavigate } from "#web/ui/router.tsx";
import { useTermsDialog } from "#web/site/use-terms-dialog.tsx";
import styles from "./cart-items-page.module.css";

export function CartItemsPage() {
  const { t } = useLanguage();
  const [excludedIds, setExcludedIds] = useState<readonly number[]>([]);
  const order = useCheckOut();
  const { isPending, isSuccess, variables } = order;
  // an ordered cart and its dates stay until the confirmation replaces the page
  const identifier = isPending || isSuccess ? variables.identifier : cartIdentifier();
  // here, because the code for dates may not be loaded
  useEffect(() => (isSuccess ? () => sessionStorage.removeItem("teachingDays") : undefined), [isSuccess]);
  const skeleton = (
    <div className={styles.columns}>
      <CartLinesSkeleton lines={2} />
      <Skeleton height="24rem" />
    </div>
  );
  return (
    <Page
      heading={t("Your cart")}
      documentTitle={t("Cart")}
      lead={t("Items you add stay here until you check out.")} // the server knows it, so it comes first
    >
      <Fetched query={useQuery(cartItemsQuery(identifier))} what={t("your cart")} skeleton={skeleton}>
        {(lines) => {
          const orderLines = lines.filter(({ inventory }) => !excludedIds.includes(inventory.inventoryId));
          return (
            <div className={styles.columns}>
              {lines.length === 0 ? <EmptyCart /> : <Lines lines={lines} left={excludedIds} onLeave={setExcludedIds} />}
              <CheckOut lines={orderLines} isAll={orderLines.length === lines.length} order={order} />
            </div>
          );
        }}
      </Fetched>
    </Page>
  );
}

CartItemsPage.ready = datesFirst("cart");

type LinesProps = { lines: readonly CartItem[]; left: readonly number[]; onLeave: (left: readonly number[]) => void };

/** Lets borrowers leave titles out of the order if the cart has several. */
function Lines({ lines, left, onLeave }: LinesProps) {
  const { part, datedPart } = useDatesPart();
  const mayOrder = useSession()?.user.userTypeId === userTypes.user;
  // titles without dates ship together
  const isChoice = mayOrder && lines.length > 1 && (datedPart || left.length > 0);
  const choice = ({ inventory }: CartItem) =>
    part && <part.IncludeInOrder item={inventory} left={left} onLeave={onLeave} />;
  const show = (lines: readonly CartItem[], stock?: (item: Item) => ReactNode) => (
    <CartLines lines={lines} stock={stock} choice={isChoice ? choice : undefined} />
  );
  return datedPart ? <datedPart.LinesForDates lines={lines}>{show}</datedPart.LinesForDates> : show(lines);
}

function EmptyCart() {
  const { t } = useLanguage();
  return (
    <EmptyState
      title={t("Your cart is empty.")}
      icon={<ShoppingCart size={28} />}
      actions={
        <ButtonLink to="/user/inventories" look="primary">
          {t("Find something to borrow")}
        </ButtonLink>
      }
    />
  );
}

function TotalAndAddress({ total, children }: { total: number; children: ReactNode }) {
  const { t } = useLanguage();
  return (
    <>
      <output className={styles.total} aria-atomic>
        <span>{t("Total items")}</span> <span>{total}</span>
      </output>
      <div className={styles.address}>
        <h3>{t("Ship to")}</h3>
        {children}
      </div>
    </>
  );
}

/** Says when an order without dates arrives. */
function Arrival() {
  const { t, code } = useLanguage();
  const { data: day } = useQuery(expectedArrivalQuery());
  return <p className={styles.arrival}>{day && t("Expect it by {day}.", { day: soonInWords(day, code) })}</p>;
}

function LoanWords({ loanDays }: { loanDays: number | undefined }) {
  const { t } = useLanguage();
  return (
    <>
      <p className={styles.small}>{t("Shipping to you is free. You pay return shipping, roughly $4-12.")}</p>
      {loanDays !== undefined && (
        <p className={styles.small}>{t("We need it back {n} days after it ships.", { n: loanDays })}</p>
      )}
    </>
  );
}

function OrderRefusal({ why }: { why: CallFailed }) {
  const { t, say } = useLanguage();
  return (
    <Alert tone="error" title={t("Your order wasn’t placed.")}>
      {say(why)}
      {isRefusedFor(why, "short-stock") && ` ${t("Change the quantity or remove the item, then proceed again.")}`}
    </Alert>
  );
}

type CheckOutProps = {
  lines: readonly CartItem[];
  /** Whether the order includes every title in the cart. */
  isAll: boolean;
  order: ReturnType<typeof useCheckOut>;
};

function CheckOut({ lines, isAll, order }: CheckOutProps) {
  const total = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const titles = lines.map(({ inventory }) => inventory.inventoryId);
  const { t } = useLanguage();
  const session = useSession();
  const user = session?.user.userTypeId === userTypes.user ? session.user : undefined;
  const borrowerId = user?.borrowerId ?? null;
  const navigate = useNavigate();
  const client = useQueryClient();
  const { termsVersion, loanDays } = useSiteConfiguration() ?? {};
  const { part, datedPart } = useDatesPart();
  const [refusedInput, setRefusedInput] = useState<string>();
  const { openTerms, termsDialog } = useTermsDialog();
  const acceptId = useId();
  // hides a refusal once the cart has changed
  const input = `${total} ${titles.join()} ${storedDates().join(" ")}`;
  const refusal = refusedInput === input && refusalOf(order.error);
  const proceed = (borrowerId: number) => {
    const identifier = cartIdentifier();
    if (total === 0 || !identifier) return toast(messages.trouble.nothingToCheckOut, "error");
    setRefusedInput(input);
    const onSuccess = ({ id }: { id: number }) => void navigate(`/user/confirmation/${id}`);
    const onError = (error: Error) => {
      if (isRefusedFor(error, "terms-changed")) void invalidateSiteContent(client);
    };
    order.mutate({ borrowerId, identifier, termsVersion, titles: isAll ? [] : titles }, { onSuccess, onError });
  };
  const terms = (words: string) => (
    <button type="button" className={styles.link} onClick={openTerms}>
      {words}
    </button>
  );
  return (
    <Card heading={t("Checkout")} className={styles.panel}>
      <TotalAndAddress total={total}>
        {user && <ShippingAddress userId={user.userId} />}
        {!session && <p>{t("Log in to see your address.")}</p>}
      </TotalAndAddress>
      {total > 0 && storedDates().length === 0 && <Arrival />}
      {part && <part.DatesInAddress />}
      {total > 0 && <DatesButton lines={lines} />}
      {datedPart && (titles.length > 1 || !isAll) && <datedPart.OtherDates />}
      {total > 0 && <LoanWords loanDays={datedPart ? undefined : loanDays} />}
      {refusal ? (
        <OrderRefusal why={refusal} />
      ) : (
        part && user && <part.LendingLimit lines={lines} titles={isAll ? [] : titles} />
      )}
      {session && !user && (
        <Alert title={t("You’re logged in as staff.")}>
          {t("Only borrowers can check out. If a borrower calls, use “Order for a caller” on the dashboard.")}
        </Alert>
      )}
      {borrowerId === null ? (
        <>
          <ButtonLink to={session ? "/user/login" : loginAddress("/user/login", "/user/cartitems")} look="primary" wide>
            {t("Login")}
          </ButtonLink>
          <p className={styles.small}>
            {session ? (
              terms(t("Terms and Responsibilities"))
            ) : (
              <Rich
                sentence="Log in to check out. We’ll keep your cart. <terms>Terms and Responsibilities</terms>"
                parts={{ terms }}
              />
            )}
          </p>
        </>
      ) : (
        <>
          <p className={styles.small} id={acceptId}>
            <Rich sentence="By proceeding you accept the <terms>Terms and Responsibilities</terms>" parts={{ terms }} />
          </p>
          <Button
            look="primary"
            wide
            busy={order.isPending || order.isSuccess}
            aria-describedby={acceptId}
            onClick={() => proceed(borrowerId)}
          >
            {t("Proceed")}
          </Button>
        </>
      )}
      {termsDialog}
    </Card>
  );
}
