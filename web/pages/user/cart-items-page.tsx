import { useLanguage } from "#web/language/use-language.ts";
import { userTypes } from "#contract/codes.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ShoppingCart } from "#web/ui/icons.tsx";
import { useNavigate } from "#web/ui/router/router.tsx";
import { ShippingAddress } from "#web/features/accounts/account/shipping-address.tsx";
import { CartLines, CartLinesSkeleton } from "#web/features/cart/cart-lines.tsx";
import { cartItemsQuery } from "#web/features/cart/cart-queries.ts";
import { CheckOut } from "#web/features/cart/check-out.tsx";
import { CategoryBadge } from "#web/features/catalog/category-look.tsx";
import { ItemCover } from "#web/features/catalog/item-cover.tsx";
import { forgetSiteContent, siteConfigurationQuery } from "#web/features/content/site-queries.ts";
import { TermsDialog } from "#web/features/content/terms-dialog.tsx";
import { cartIdentifier, useSession } from "#web/lib/session.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import styles from "./cart-items-page.module.css";

/** user/cartitems */
export function CartItemsPage() {
  const session = useSession();
  const { t } = useLanguage();
  const navigate = useNavigate();
  const client = useQueryClient();
  const termsVersion = useQuery(siteConfigurationQuery).data?.termsVersion;
  const query = useQuery(cartItemsQuery(cartIdentifier()));
  const user = session?.user.userTypeId === userTypes.user ? session.user : undefined;
  return (
    <Page heading={t("Your cart")} documentTitle={t("Cart")}>
      <Fetched query={query} what={t("your cart")} skeleton={<CartSkeleton />}>
        {(lines) => (
          <div className={styles.columns}>
            {lines.length === 0 ? (
              <EmptyCart />
            ) : (
              <CartLines
                lines={lines}
                picture={(item) => <ItemCover item={item} sizes="(min-width: 44rem) 6.5rem, 5rem" />}
                category={(item) => <CategoryBadge of={item} />}
              />
            )}
            <CheckOut
              total={lines.reduce((sum, { quantity }) => sum + quantity, 0)}
              borrowerId={user?.borrowerId ?? null}
              shippingAddress={
                user ? <ShippingAddress userId={user.userId} /> : <p>{t("Log in to see your address.")}</p>
              }
              terms={(dialog) => <TermsDialog {...dialog} />}
              termsVersion={termsVersion}
              onTermsChanged={() => void forgetSiteContent(client)}
              onOrdered={(orderId) => void navigate(`/user/confirmation/${orderId}`)}
            />
          </div>
        )}
      </Fetched>
    </Page>
  );
}

function CartSkeleton() {
  return (
    <div className={styles.columns}>
      <CartLinesSkeleton lines={2} />
      <Skeleton height="24rem" />
    </div>
  );
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
    >
      {t("Items you add stay here until you check out.")}
    </EmptyState>
  );
}
