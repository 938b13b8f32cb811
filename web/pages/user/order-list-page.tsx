import { useLanguage } from "#web/language/use-language.ts";
import { Navigate, useParams } from "#web/ui/router/router.tsx";
import { MyOrders } from "#web/features/circulation/borrower/my-orders.tsx";
import { routeId } from "#web/lib/route-id.ts";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";

/** user/orderlist/{userId} */
export function UserOrderListPage() {
  const userId = routeId(useParams().id);
  const { t } = useLanguage();
  if (userId === undefined) return <Navigate to="/notfound" replace />;
  return (
    <Page
      heading={t("Your orders")}
      back={<BackLink to={`/user/account/${userId}`}>{t("Back to your account")}</BackLink>}
    >
      <MyOrders userId={userId} />
    </Page>
  );
}
