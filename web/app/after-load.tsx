import { messages } from "#contract/wire/specified-messages.ts";
import { type Added, clearAddedItem } from "#web/orders/cart/added-item.ts";
import { CategoryBadge } from "#web/catalog/category-look.tsx";
import { ItemCover } from "#web/catalog/item-cover.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { CornerPopup } from "#web/ui/overlay/corner-popup.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { endSession, useSession } from "#web/lib/session.ts";
import { forgetPrivateData } from "#web/people/login/log-out.ts";
import { isPublicPage } from "./routing/routes.tsx";
import { keepWork } from "#web/lib/kept-work.ts";
import { Link, useLocation, useNavigate } from "#web/ui/router.tsx";
import { loginAddress, type LoginState } from "#web/people/login/return-path.ts";
import { loginPathOf } from "./access.ts";
import { SessionEnd as EndNotice } from "#web/people/login/session-end.tsx";
import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";

/** Ends an idle session, because the next person at a shared computer may be someone else. */
export function SessionEnd() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { t } = useLanguage();
  const isLoggedIn = useSession() !== null;
  const [loggedOut, setLoggedOut] = useState<{ at: string; idleMinutes: number }>();
  const leave = (idleMinutes: number) => {
    keepWork(); // before the session ends, because it identifies the user
    endSession();
    forgetPrivateData(client);
    const state: LoginState = { ended: true, idleMinutes };
    if (isPublicPage(pathname)) setLoggedOut({ at: pathname, idleMinutes });
    else void navigate(loginAddress(loginPathOf(pathname), pathname + search), { state });
  };
  if (loggedOut?.at === pathname && !isLoggedIn)
    return (
      <Alert
        tone="info"
        title={t("You were logged out after {minutes} minutes of inactivity.", { minutes: loggedOut.idleMinutes })}
      >
        <Link to={loginAddress(loginPathOf(pathname), pathname + search)}>
          {t("Log in to pick up where you left off.")}
        </Link>
      </Alert>
    );
  return <EndNotice onIdle={leave} />;
}

export const showAddedItem = (added: Added) => <AddedItemPopup key={added.id} {...added} />;

function AddedItemPopup({ item, before, now }: Added) {
  const { t, say, langOf } = useLanguage();
  const added = now - before;
  const inCart = t("{n} in your cart", { n: now });
  const howMany =
    added === 1 ? t("1 added, {n} in your cart", { n: now }) : t("{added} added, {n} in your cart", { added, n: now });
  return (
    <CornerPopup
      onClose={clearAddedItem}
      news={{
        message: added > 0 ? say(messages.done.itemAddedToCart) : t("Cart updated."),
        detail: added > 0 ? howMany : inCart,
        title: item.title,
        titleLang: langOf(item),
        picture: <ItemCover item={item} sizes="5rem" eager />,
        meta: <CategoryBadge of={item} isFormal />,
        actions: (
          <ButtonLink to="/user/cartitems" size="small" onClick={clearAddedItem}>
            {t("View cart")}
          </ButtonLink>
        ),
      }}
    />
  );
}
