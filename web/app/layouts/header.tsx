import { useLanguage } from "#web/language/use-language.ts";
import { Menu, ShoppingCart, X } from "#web/ui/first-icons.tsx";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { cx } from "#web/ui/cx.ts";
import styles from "./header.module.css";
import type { HeaderSession, Presentation, SiteContent } from "./site-content.ts";
import { StaffNavigation } from "./staff/staff-box.tsx";
import brandStyles from "./brand/brand.module.css";
import logoStyles from "./brand/logo.module.css";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { Link, useLocation } from "#web/ui/router.tsx";
import {
  accountMenu,
  cart,
  Entries,
  Entry,
  type HeaderMode,
  headerModeOf,
  LanguageLink,
  publicMenus,
} from "./menus.tsx";

type HeaderProps = {
  content: Pick<SiteContent, "name" | "logoUrl">;
  presentation: Presentation;
  session: HeaderSession;
  cartCount: number | undefined;
  onLogOut: () => void;
  /** A row below the menu; its space is reserved while it loads. */
  tools?: ReactNode;
  /** A search box below the menu; on a phone, it opens with the menu. */
  search?: ReactNode;
  onAnyClick?: (() => void) | undefined;
};

export function Header({
  content,
  presentation,
  session,
  cartCount,
  onLogOut,
  tools,
  search,
  onAnyClick,
}: HeaderProps) {
  const { pathname } = useLocation();
  const { t } = useLanguage();
  const mode = headerModeOf(pathname);
  const [openOn, setOpenOn] = useState<string>();
  const open = openOn === pathname;
  const menuId = useId();
  const box = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const close = () => setOpenOn(undefined);

  useEffect(() => {
    const header = box.current;
    if (!onAnyClick || !header) return undefined;
    header.addEventListener("click", onAnyClick, { capture: true });
    return () => header.removeEventListener("click", onAnyClick, { capture: true });
  }, [onAnyClick]);

  useEffect(() => {
    if (!open) return undefined;
    const key = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpenOn(undefined);
      toggle.current?.focus();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [open]);

  // on a phone, the header scrolls away and comes back when the visitor scrolls up
  useEffect(() => {
    let previous = scrollY;
    const follow = () => {
      if (!open) box.current?.toggleAttribute("data-back", scrollY < previous);
      previous = scrollY;
    };
    addEventListener("scroll", follow, { passive: true });
    return () => removeEventListener("scroll", follow);
  }, [open]);

  const logOut = () => {
    close();
    onLogOut();
  };
  return (
    <header ref={box} className={styles.header}>
      <div className={styles.bar}>
        <Brand {...content} mode={mode} />
        {mode !== "none" && (
          <>
            {mode === "user" && (
              <div className={styles.near}>
                <CartEntry count={cartCount} onChoose={close} />
              </div>
            )}
            <button
              ref={toggle}
              type="button"
              className={styles.toggle}
              aria-expanded={open}
              aria-controls={menuId}
              onClick={() => setOpenOn(open ? undefined : pathname)}
            >
              {open ? <X size={20} aria-hidden="true" /> : <Menu size={20} aria-hidden="true" />}
              <span className={styles.toggleWord}>{t("Menu")}</span>
            </button>
            <nav id={menuId} className={cx(styles.menu, open && styles.open)} aria-label={t("Main")}>
              {mode === "admin" ? (
                session.kind === "admin" && <StaffNavigation {...session} onChoose={close} onLogOut={logOut} />
              ) : (
                <UserEntries {...{ presentation, session, cartCount }} onChoose={close} onLogOut={logOut} />
              )}
            </nav>
          </>
        )}
      </div>
      {search && <div className={cx(styles.search, open && styles.open)}>{search}</div>}
      {tools && <div className={styles.tools}>{tools}</div>}
    </header>
  );
}

type Choosing = { onChoose: () => void; onLogOut: () => void };

function UserEntries(props: Choosing & Pick<HeaderProps, "presentation" | "session" | "cartCount">) {
  const { presentation, session, cartCount, onChoose, onLogOut } = props;
  const { t } = useLanguage();
  const { before, after } = publicMenus[presentation];
  return (
    <ul className={styles.entries}>
      <Entries of={before} onChoose={onChoose} />
      <li className={styles.wide}>
        <CartEntry count={cartCount} onChoose={onChoose} hasBadge />
      </li>
      <Entries of={after} onChoose={onChoose} />
      <li>
        <ul className={cx(styles.account, session.kind === "unknown" && styles.unknown)}>
          <Entries of={accountMenu(session)} onChoose={onChoose} />
          {session.kind === "user" && (
            <li>
              <button type="button" className={styles.entry} onClick={onLogOut}>
                {t("Log Out")}
              </button>
            </li>
          )}
        </ul>
      </li>
      <li>
        <LanguageLink className={styles.entry} onChoose={onChoose} />
      </li>
    </ul>
  );
}

type CartEntryProps = { count: number | undefined; onChoose: () => void; hasBadge?: boolean };

function CartEntry({ count = 0, onChoose, hasBadge }: CartEntryProps) {
  const { t } = useLanguage();
  const word = t(cart.label);
  return (
    <Entry entry={cart} onChoose={onChoose}>
      <ShoppingCart size={20} aria-hidden="true" />
      {/* one text, so that screen readers read it together */}
      <VisuallyHidden>{`${word} (${count})`}</VisuallyHidden>
      <span aria-hidden="true">
        <span className={styles.cartWord}>{word}</span>
        {!hasBadge && ` (${count})`}
      </span>
      {hasBadge && (
        <span className={styles.badge} aria-hidden="true" data-none={count === 0 || undefined}>
          {count > 99 ? "99+" : count}
        </span>
      )}
    </Entry>
  );
}

const brandLinks = { none: undefined, admin: "/admin/dashboard", user: "/home" };

type BrandProps = Pick<SiteContent, "name" | "logoUrl"> & { mode: HeaderMode };

function Brand({ name, logoUrl, mode }: BrandProps) {
  const to = brandLinks[mode];
  const inside = (
    <>
      <span className={brandStyles.mark}>
        {logoUrl ? <img src={logoUrl} alt="" className={brandStyles.picture} /> : <Logo size={48} />}
      </span>
      <span className={cx(brandStyles.name, mode === "admin" && brandStyles.staff)}>{name}</span>
    </>
  );
  if (!to) return <div className={brandStyles.brand}>{inside}</div>;
  return (
    <Link className={brandStyles.brand} to={to}>
      {inside}
    </Link>
  );
}

/** Draws an open book with a sprout, in the colors of the current scheme. */
function Logo({ size = 48 }: { size?: number }) {
  return (
    <svg className={logoStyles.logo} viewBox="0 0 48 48" width={size} height={size} aria-hidden="true">
      <rect className={logoStyles.ground} width="48" height="48" rx="11" />
      <path className={logoStyles.page} d="M24 39.5c-3.6-2.6-8.2-3.8-14.5-3.8V22.2c6.3 0 10.9 1.3 14.5 4.2z" />
      <path className={logoStyles.page} d="M24 39.5c3.6-2.6 8.2-3.8 14.5-3.8V22.2c-6.3 0-10.9 1.3-14.5 4.2z" />
      <path
        className={logoStyles.line}
        d="M13.3 27.2c2.8.3 5 .9 7 2M13.3 31.2c2.8.3 5 .9 7 2M34.7 27.2c-2.8.3-5 .9-7 2M34.7 31.2c-2.8.3-5 .9-7 2"
      />
      <path className={logoStyles.stem} d="M24 39.5V18" />
      <path className={logoStyles.leaf} d="M24 20.4c-5.6.3-8.7-2.5-9-8 5.600-.4 8.800 2.300 9 8z" />
      <path className={logoStyles.bloom} d="M24 18.400c-.2-6 2.900-9.200 9.200-9.300 0 6-3.100 9.200-9.200 9.300z" />
    </svg>
  );
}
