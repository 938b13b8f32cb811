import { includesRole, type StaffRole } from "#contract/people/roles.ts";
import { cx } from "#web/ui/cx.ts";
import {
  ChevronDown,
  ClipboardList,
  LayoutDashboard,
  Library,
  LogOut,
  Newspaper,
  PackageOpen,
  User,
  Users,
} from "#web/ui/icons.tsx";
import styles from "#web/app/layouts/header.module.css";
import { useEffect, useId, useRef, useState } from "react";
import groupStyles from "./menu-groups.module.css";
import { Link, useLocation } from "#web/ui/router.tsx";
import { Entry, isCurrent, type MenuEntry } from "#web/app/layouts/menus.tsx";

type StaffMenuProps = { name: string; role: StaffRole; onChoose: () => void; onLogOut: () => void };

export function StaffMenu({ name, role, onChoose, onLogOut }: StaffMenuProps) {
  const { pathname } = useLocation();
  const [opened, setOpened] = useState<{ group: string; on: string }>();
  const open = opened?.on === pathname ? opened.group : undefined;
  const forRole = (entries: readonly StaffEntry[]) =>
    entries.filter(({ least = "volunteer" }) => includesRole(role, least));
  return (
    <ul className={cx(styles.entries, styles.icons)}>
      {forRole(staffBar).map((entry) => (
        <li key={entry.to}>
          <BarEntry entry={entry} onChoose={onChoose} />
        </li>
      ))}
      {staffGroups.map(({ name: group, entries }) => (
        <MenuGroup
          key={group}
          name={group}
          entries={forRole(entries)}
          open={open === group}
          onOpen={(opens) => setOpened(opens ? { group, on: pathname } : undefined)}
          onChoose={onChoose}
        />
      ))}
      <li>
        <BarEntry entry={{ ...ownAccount, label: name }} onChoose={onChoose} className={styles.own} />
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

type BarEntryProps = { entry: StaffEntry; onChoose: () => void; className?: string | undefined };

function BarEntry({ entry: { label, ...entry }, onChoose, className }: BarEntryProps) {
  return (
    <Entry entry={entry} onChoose={onChoose} className={className}>
      <span className={styles.text}>{label}</span>
    </Entry>
  );
}

type MenuGroupProps = {
  name: string;
  entries: readonly StaffEntry[];
  open: boolean;
  onOpen: (open: boolean) => void;
  onChoose: () => void;
};

function MenuGroup({ name, entries, open, onOpen, onChoose }: MenuGroupProps) {
  const { pathname } = useLocation();
  const id = useId();
  const box = useRef<HTMLLIElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return undefined;
    const key = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation(); // on a phone, the menu around it stays open
      onOpen(false);
      button.current?.focus();
    };
    const outside = ({ target }: Event) => {
      // a click on another group replaces this one; closing this one earlier would move that group's button on a phone
      if (target instanceof Node && !box.current?.parentElement?.contains(target)) onOpen(false);
    };
    addEventListener("keydown", key, { capture: true });
    addEventListener("pointerdown", outside);
    addEventListener("focusin", outside);
    return () => {
      removeEventListener("keydown", key, { capture: true });
      removeEventListener("pointerdown", outside);
      removeEventListener("focusin", outside);
    };
  });

  if (entries.length === 0) return null;
  const isHere = entries.some((entry) => isCurrent(entry, pathname));
  return (
    <li ref={box} className={groupStyles.box}>
      <button
        ref={button}
        type="button"
        className={cx(groupStyles.button, isHere && groupStyles.here)}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => onOpen(!open)}
      >
        {name}
        <ChevronDown size={16} />
      </button>
      <ul id={id} aria-label={name} className={cx(groupStyles.entries, open && groupStyles.open)}>
        {entries.map((entry) => (
          <li key={entry.to}>
            <Link
              className={groupStyles.entry}
              to={entry.to}
              aria-current={isCurrent(entry, pathname) ? "page" : undefined}
              onClick={() => {
                onOpen(false);
                onChoose();
              }}
            >
              {entry.label}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** Its label is also its page's heading, and needs no translation, because staff pages are in English only. */
type StaffEntry = Omit<MenuEntry, "label"> & { label: string };

export const staffBar: readonly StaffEntry[] = [
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
  { label: "Returns", to: "/admin/returns", under: ["/admin/returns"], icon: PackageOpen },
  { label: "Borrowers", to: "/admin/borrowers", under: ["/admin/borrowers"], icon: Users, least: "clerk" },
];

const ownAccount: Omit<StaffEntry, "label"> = { to: "/admin/account", under: ["/admin/account"], icon: User };

export const staffGroups: readonly { name: string; entries: readonly StaffEntry[] }[] = [
  {
    name: "Desk",
    entries: [
      { label: "Hold shelf", to: "/admin/holds", under: ["/admin/holds"] },
      {
        label: "Problems",
        to: "/admin/problems",
        under: ["/admin/problems", "/admin/claims", "/admin/claim-letter", "/admin/claim-letters"],
        least: "clerk",
      },
      {
        label: "Orders that may miss their dates",
        to: "/admin/at-risk",
        under: ["/admin/at-risk"],
        least: "clerk",
      },
      { label: "Postage", to: "/admin/postage", under: ["/admin/postage"], least: "clerk" },
      { label: "Reservation calendar", to: "/admin/reservations", under: ["/admin/reservations"] },
    ],
  },
  {
    name: "Collection",
    entries: [
      { label: "Labels", to: "/admin/labels", under: ["/admin/labels", "/admin/itemqrcode"], least: "clerk" },
      { label: "Inventory count", to: "/admin/inventory-count", under: ["/admin/inventory-count"] },
      { label: "Import and export", to: "/admin/import", under: ["/admin/import"], least: "clerk" },
      { label: "Synonyms", to: "/admin/synonyms", under: ["/admin/synonyms"], least: "clerk" },
    ],
  },
  {
    name: "Schools",
    entries: [
      { label: "Schools and calendars", to: "/admin/schools", under: ["/admin/schools"], least: "clerk" },
      { label: "Mail", to: "/admin/mail", under: ["/admin/mail"], least: "clerk" },
    ],
  },
  {
    name: "Office",
    entries: [
      { label: "Reports", to: "/admin/reports", under: ["/admin/reports"], least: "clerk" },
      { label: "Site content", to: "/admin/sitecontent", under: ["/admin/sitecontent"], least: "manager" },
      { label: "Staff", to: "/admin/staff", under: ["/admin/staff"], least: "manager" },
      { label: "Settings", to: "/admin/settings", under: ["/admin/settings"], least: "manager" },
      { label: "Activity log", to: "/admin/activity-log", under: ["/admin/activity-log"], least: "clerk" },
      { label: "System", to: "/admin/system", under: ["/admin/system"], least: "manager" },
    ],
  },
];
