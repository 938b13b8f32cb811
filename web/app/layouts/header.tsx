import { useLanguage } from "#web/language/use-language.ts";
import { LanguageLink } from "./language-link.tsx";
import { LogOut, Menu, ShoppingCart, X } from "#web/ui/icons.tsx";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Link, useLocation } from "#web/ui/router/router.tsx";
import { cx } from "#web/ui/cx.ts";
import styles from "./header.module.css";
import { Logo } from "./logo.tsx";
import type { MenuEntry } from "./menus.ts";
import { accountMenu, adminMenu, cart, headerModeOf, isCurrent, publicMenus } from "./menus.ts";
import type { HeaderSession, Presentation, SiteContent } from "./site-content.ts";

type HeaderProps = {
  content: Pick<SiteContent, "name" | "logoUrl">;
  presentation: Presentation;
  session: HeaderSession;
  /** Undefined until loaded. */
  cartCount: number | undefined;
  onLogOut: () => void;
  /** A separate row below the menu; its space is kept while it loads. */
  tools?: ReactNode;
  /** A click in the header or a scroll, which clears the added-item popup. */
  onStir?: (() => void) | undefined;
};

/** Logo and menu. The menu follows from the address on every render, and so on every navigation. */
export function Header({ content, presentation, session, cartCount, onLogOut, tools, onStir }: HeaderProps) {
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
    if (!onStir || !header) return undefined;
    header.addEventListener("click", onStir, { capture: true });
    addEventListener("scroll", onStir, { passive: true });
    return () => {
      header.removeEventListener("click", onStir, { capture: true });
      removeEventListener("scroll", onStir);
    };
  }, [onStir]);

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

  const logOut = () => {
    close();
    onLogOut();
  };
  return (
    <header ref={box} className={styles.header}>
      <div className={styles.bar}>
        <Brand {...content} to={{ none: undefined, admin: "/admin/dashboard", user: "/home" }[mode]} />
        {mode !== "none" && (
          <>
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
                <AdminEntries onChoose={close} onLogOut={logOut} />
              ) : (
                <UserEntries {...{ presentation, session, cartCount }} onChoose={close} onLogOut={logOut} />
              )}
            </nav>
          </>
        )}
      </div>
      {tools && <div className={styles.tools}>{tools}</div>}
    </header>
  );
}

type BrandProps = Pick<SiteContent, "name" | "logoUrl"> & { to: string | undefined };

function Brand({ name, logoUrl, to }: BrandProps) {
  const inside = (
    <>
      <span className={styles.mark}>
        {logoUrl ? <img src={logoUrl} alt="" className={styles.picture} /> : <Logo size={48} />}
      </span>
      <span className={styles.name}>{name}</span>
    </>
  );
  if (!to) return <div className={styles.brand}>{inside}</div>;
  return (
    <Link className={styles.brand} to={to}>
      {inside}
    </Link>
  );
}

type EntryProps = { entry: MenuEntry; onChoose: () => void; children?: ReactNode };

function Entry({ entry, onChoose, children }: EntryProps) {
  const { pathname } = useLocation();
  const { t } = useLanguage();
  const Icon = entry.icon;
  return (
    <Link
      className={styles.entry}
      to={entry.to}
      aria-current={isCurrent(entry, pathname) ? "page" : undefined}
      onClick={onChoose}
    >
      {Icon && <Icon size={24} aria-hidden="true" />}
      {children ?? <span className={styles.text}>{t(entry.label)}</span>}
    </Link>
  );
}

function Entries({ of, onChoose }: { of: MenuEntry[]; onChoose: () => void }) {
  return of.map((entry) => (
    <li key={entry.to}>
      <Entry entry={entry} onChoose={onChoose} />
    </li>
  ));
}

type Choosing = { onChoose: () => void; onLogOut: () => void };

function AdminEntries({ onChoose, onLogOut }: Choosing) {
  return (
    <ul className={cx(styles.entries, styles.icons)}>
      <Entries of={adminMenu} onChoose={onChoose} />
      <li>
        <button type="button" className={styles.entry} onClick={onLogOut}>
          <LogOut size={24} aria-hidden="true" />
          <span className={styles.text}>Log Out</span>
        </button>
      </li>
    </ul>
  );
}

function UserEntries(props: Choosing & Pick<HeaderProps, "presentation" | "session" | "cartCount">) {
  const { presentation, session, cartCount, onChoose, onLogOut } = props;
  const { t } = useLanguage();
  const { before, after } = publicMenus[presentation];
  return (
    <ul className={styles.entries}>
      <Entries of={before} onChoose={onChoose} />
      <li>
        <CartEntry count={cartCount} onChoose={onChoose} />
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

function CartEntry({ count = 0, onChoose }: { count: number | undefined; onChoose: () => void }) {
  const { t } = useLanguage();
  return (
    <Entry entry={cart} onChoose={onChoose}>
      <ShoppingCart size={20} aria-hidden="true" />
      <span>
        {t(cart.label)}
        <span className={styles.many}> ({count})</span>
      </span>
      <span className={styles.badge} aria-hidden="true" data-none={count === 0 ? true : undefined}>
        {count > 99 ? "99+" : count}
      </span>
    </Entry>
  );
}
