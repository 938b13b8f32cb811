import { useLanguage } from "#web/language/use-language.ts";
import { userTypes } from "#contract/catalog/codes.ts";
import { useIsFetching, useIsMutating, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useSyncExternalStore } from "react";
import { logOut } from "#web/people/login/log-out.ts";
import { clearAddedItem, useAddedItem } from "#web/orders/cart/added-item.ts";
import { cartCountQuery } from "#web/orders/cart/cart-queries.ts";
import { useSiteConfiguration } from "#web/site/site-queries.ts";
import { SearchBox } from "#web/catalog/search/search-box.tsx";
import { cartIdentifier, useSession } from "#web/lib/session.ts";
import { loginPathOf } from "./access.ts";
import { Footer } from "./layouts/footer.tsx";
import { Header } from "./layouts/header.tsx";
import styles from "./root.module.css";
import { usePageArrival } from "./layouts/use-page-arrival.ts";
import { ScrollMemory } from "./routing/scroll-memory.tsx";
import { ConfirmProvider } from "#web/ui/overlay/use-confirm.tsx";
import { StaffBox, StaffRelease } from "./layouts/staff/staff-box.tsx";
import { type HeaderSession, siteFacts } from "./layouts/site-content.ts";
import { LibraryName } from "#web/ui/layout.tsx";
import { LiveRegion, SkipLink } from "#web/ui/accessibility.tsx";
import { ProgressLine, useLazy } from "#web/ui/feedback/loading.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { ToastRegion } from "#web/ui/feedback/toast.tsx";
import { useLocation, useNavigate } from "#web/ui/router.tsx";
import { hasSearchInHeader, headerModeOf } from "./layouts/menus.tsx";
import { PageBoundary } from "./routing/page-guard.tsx";

// loaded before it is needed, so that nothing waits for it
const loadRest = () => import("./after-load.tsx");

export function Root({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <Frame>
      {/*
       * outside of the page, so that the previous one stays until the next is ready; created here, so that React does not
       * hydrate the whole page at once when only the frame changes
       */}
      <Suspense>
        <PageBoundary key={pathname}>{children}</PageBoundary>
      </Suspense>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const configuration = useSiteConfiguration();
  const added = useAddedItem();
  const { t } = useLanguage();
  const rest = useLazy(loadRest); // if it fails, the cart’s count still changes
  usePageArrival();
  useEffect(clearAddedItem, [pathname]); // the popup belongs to the page where the item was added
  const fetching = useIsFetching({ predicate: ({ meta }) => !meta?.background });
  const changing = useIsMutating();
  const session = useHeaderSession();
  const isStaff = session.kind === "admin" && headerModeOf(pathname) === "admin";
  const leave = async () => {
    const serverLogout = logOut(client);
    await navigate(loginPathOf(pathname));
    toast("You’re logged out.");
    await serverLogout;
  };
  const content = siteFacts(configuration, t);
  const presentation = configuration?.presentation ?? "inventory";
  return (
    <LibraryName value={content.name}>
      <ConfirmProvider>
        <SkipLink target="main">{t("Skip to main content")}</SkipLink>
        <ProgressLine busy={fetching + changing > 0} />
        <div className={styles.frame}>
          <Header
            {...{ content, presentation, session }}
            tools={isStaff && <StaffBox />}
            search={hasSearchInHeader(pathname) && <SearchBox key={pathname} inHeader />}
            cartCount={useCartCount()}
            onLogOut={() => void leave()}
            onAnyClick={added ? clearAddedItem : undefined}
          />
          <main id="main" tabIndex={-1} className={styles.main}>
            {children}
          </main>
          <Footer {...{ content, presentation }} release={isStaff && <StaffRelease />} />
        </div>
        {/* rendered before the popup, so that screen readers announce all of it */}
        <div aria-live="polite" aria-atomic="true">
          {added && rest?.showAddedItem(added)}
          <div aria-live="polite">{rest && <rest.SessionEnd />}</div>
        </div>
        <ToastRegion />
        <LiveRegion />
        <ScrollMemory />
      </ConfirmProvider>
    </LibraryName>
  );
}

function useHeaderSession(): HeaderSession {
  const session = useSession();
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (!inBrowser) return { kind: "unknown" };
  if (!session) return { kind: "anonymous" };
  return session.user.userTypeId === userTypes.admin
    ? { kind: "admin", name: session.user.name, role: session.user.role ?? "volunteer" }
    : { kind: "user", accountId: session.user.userId };
}

/** Returns the cart's count, refetched after every navigation. */
function useCartCount(): number | undefined {
  const client = useQueryClient();
  const { key } = useLocation();
  const identifier = useCartIdentifier();
  useEffect(() => {
    if (cartIdentifier()) void client.invalidateQueries({ queryKey: ["cart", "count"] });
  }, [client, key]);
  const count = useQuery(cartCountQuery(identifier)).data?.cartCount;
  return identifier ? count : 0;
}

function useCartIdentifier(): string | null {
  useSession(); // a new identifier notifies subscribers of the session
  return cartIdentifier();
}

const never = () => () => {};
