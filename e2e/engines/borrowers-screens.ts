import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { shippedOrder } from "#e2e/steps/shipping.ts";
import { addressesOf, sitePages } from "#e2e/steps/site-pages.ts";

/** A borrower with an overdue order and a cart, and every screen of theirs that the server does not render. */
export async function borrowersScreens(address: string, sku: string): Promise<{ userName: string; screens: string[] }> {
  const clerk = await clerkOf(address);
  const { orderId, borrower } = await shippedOrder(clerk, { title: `Out ${sku}`, sku: `${sku}1`, quantity: 1 });
  const { id } = await stock(clerk, { title: `In the cart ${sku}`, sku: `${sku}2` });
  await borrower.tell(`Cart/AddItemToCart/${id}/1/false`);
  const own = [borrower.userId];
  const examples = {
    "user/account/:id": own,
    "user/changepassword/:id": own,
    "user/orderlist/:id": own,
    "user/vieworder/:id": [orderId],
    "user/confirmation/:id": [orderId],
  };
  const pages = sitePages().filter(
    ({ guard, isRendered }) => !isRendered && ["anyone", "user", "user or admin"].includes(guard),
  );
  const screens = pages.flatMap((page) => addressesOf(page, examples));
  return { userName: `reader-${sku}1`, screens: [...screens, "/user/cartitems"] };
}
