import { includesRole, type StaffRole } from "#contract/people/roles.ts";
import { cx } from "#web/ui/cx.ts";
import {
  ChevronDown,
  ClipboardList,
  LayoutDashboard,
  Library,
  LogOut,
  Newspaper,
  User,
  Users,
} from "#web/ui/icons.tsx";
import styles from "#web/app/layouts/header.module.css";
import { useEffect, useId, useRef, useState } from "react";
import moreMenuStyles from "./more-menu.module.css";
import { Link, useLocation } from "#web/ui/router.tsx";
import { Entries, Entry, isCurrent, type MenuEntry } from "#web/app/layouts/menus.tsx";

type StaffMenuProps = { name: string; role: StaffRole; onChoose: () => void; onLogOut: () => void };

export function StaffMenu({ name, role, onChoose, onLogOut }: StaffMenuProps) {
  return (
    <ul className={cx(styles.entries, styles.icons)}>
      <Entries of={adminMenu.filter(({ least = "volunteer" }) => includesRole(role, least))} onChoose={onChoose} />
      <li>
        <MoreMenu role={role} onChoose={onChoose} />
      </li>
      <li>
        <Entry entry={ownAccount} onChoose={onChoose} className={styles.own}>
          <span className={styles.text}>{name}</span>
        </Entry>
      </li>
      <li>
        <button type="button" className={styles.entry} onClick={onLogOut}>
          <LogOut size={24} aria-hidden="true" />
          <span className={styles.text}>Log Out</span>
        </button>
      </li>
    </ul>
  );
}

function MoreMenu({ role, onChoose }: { role: StaffRole; onChoose: () => void }) {
  const { pathname } = useLocation();
  const [openOn, setOpenOn] = useState<string>();
  const open = openOn === pathname;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return undefined;
    const key = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpenOn(undefined);
      button.current?.focus();
    };
    const outside = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpenOn(undefined);
    };
    addEventListener("keydown", key);
    addEventListener("pointerdown", outside);
    addEventListener("focusin", outside);
    return () => {
      removeEventListener("keydown", key);
      removeEventListener("pointerdown", outside);
      removeEventListener("focusin", outside);
    };
  }, [open]);

  const entries = moreMenu.filter(({ least = "volunteer" }) => includesRole(role, least));
  const isHere = entries.some((entry) => isCurrent(entry, pathname));
  return (
    <div ref={box} className={moreMenuStyles.box}>
      <button
        ref={button}
        type="button"
        className={cx(moreMenuStyles.button, isHere && moreMenuStyles.here)}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpenOn(open ? undefined : pathname)}
      >
        More
        <ChevronDown size={18} />
      </button>
      <ul id={id} className={cx(moreMenuStyles.entries, open && moreMenuStyles.open)}>
        {entries.map((entry) => (
          <li key={entry.to}>
            <Link
              className={moreMenuStyles.entry}
              to={entry.to}
              aria-current={isCurrent(entry, pathname) ? "page" : undefined}
              onClick={() => {
                setOpenOn(undefined);
                onChoose();
              }}
            >
              {entry.label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

export const adminMenu: MenuEntry[] = [
  { label: "Dashboard", to: "/admin/dashboard", under: ["/admin/dashboard"], icon: LayoutDashboard },
  {
    label: "Inventory",
    to: "/admin/inventorylist",
    under: ["/admin/inventorylist", "/admin/viewitem", "/admin/item"],
    icon: Library,
  },
  { label: "News", to: "/admin/news", under: ["/admin/news", "/admin/editnews"], icon: Newspaper, least: "manager" },
  {
    label: "Orders",
    to: "/admin/orderlist",
    under: ["/admin/orderlist", "/admin/orderdetails", "/admin/editorder", "/admin/callerorder", "/admin/packing"],
    icon: ClipboardList,
  },
  { label: "Borrowers", to: "/admin/borrowers", under: ["/admin/borrowers"], icon: Users, least: "clerk" },
];

/** Shows the name of the logged-in person instead of its label. */
const ownAccount: MenuEntry = {
  label: "Your account",
  to: "/admin/account",
  under: ["/admin/account"],
  icon: User,
};

/** Its labels need no translation, because staff pages are in English only. */
type MoreEntry = Pick<MenuEntry, "to" | "under" | "least"> & { label: string };

export const moreMenu: readonly MoreEntry[] = [
  { label: "Returns", to: "/admin/returns", under: ["/admin/returns"] },
  { label: "Hold shelf", to: "/admin/holds", under: ["/admin/holds"] },
  { label: "Orders that may miss their dates", to: "/admin/at-risk", under: ["/admin/at-risk"] },
  { label: "Inspection", to: "/admin/inspection", under: ["/admin/inspection"], least: "clerk" },
  { label: "Lost and damaged", to: "/admin/claims", under: ["/admin/claims", "/admin/claim-letter"], least: "clerk" },
  { label: "Labels", to: "/admin/labels", under: ["/admin/labels", "/admin/itemqrcode"], least: "clerk" },
  { label: "Inventory count", to: "/admin/inventory-count", under: ["/admin/inventory-count"] },
  { label: "Import", to: "/admin/import", under: ["/admin/import"], least: "clerk" },
  { label: "Synonyms", to: "/admin/synonyms", under: ["/admin/synonyms"], least: "clerk" },
  { label: "School calendars", to: "/admin/calendars", under: ["/admin/calendars"], least: "clerk" },
  { label: "Mail", to: "/admin/mail", under: ["/admin/mail"], least: "clerk" },
  { label: "Activity log", to: "/admin/activity-log", under: ["/admin/activity-log"], least: "clerk" },
  { label: "Site content", to: "/admin/sitecontent", under: ["/admin/sitecontent"], least: "manager" },
  { label: "Staff", to: "/admin/staff", under: ["/admin/staff"], least: "manager" },
  { label: "Settings", to: "/admin/settings", under: ["/admin/settings"], least: "manager" },
  { label: "Sign-in log", to: "/admin/sign-in-log", under: ["/admin/sign-in-log"], least: "manager" },
  { label: "System", to: "/admin/system", under: ["/admin/system"], least: "manager" },
];
