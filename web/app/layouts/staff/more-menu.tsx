import { useEffect, useId, useRef, useState } from "react";
import { includesRole, type StaffRole } from "#contract/staff/roles.ts";
import { cx } from "#web/ui/cx.ts";
import { ChevronDown } from "#web/ui/icons.tsx";
import { Link, useLocation } from "#web/ui/router/router.tsx";
import { isCurrent } from "../menus.ts";
import { moreMenu } from "./staff-entries.ts";
import styles from "./more-menu.module.css";

/** The staff's other pages: behind a button in the header's bar, open in the menu of a phone. */
export function MoreMenu({ role, onChoose }: { role: StaffRole; onChoose: () => void }) {
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
    <div ref={box} className={styles.box}>
      <button
        ref={button}
        type="button"
        className={cx(styles.button, isHere && styles.here)}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpenOn(open ? undefined : pathname)}
      >
        More
        <ChevronDown size={18} />
      </button>
      <ul id={id} className={cx(styles.entries, open && styles.open)}>
        {entries.map((entry) => (
          <li key={entry.to}>
            <Link
              className={styles.entry}
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
