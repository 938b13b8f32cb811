import { includesRole, type StaffRole } from "#contract/staff/roles.ts";
import { cx } from "#web/ui/cx.ts";
import { LogOut } from "#web/ui/icons.tsx";
import { Entries, Entry } from "../header-entry.tsx";
import styles from "../header.module.css";
import { MoreMenu } from "./more-menu.tsx";
import { adminMenu, ownAccount } from "./staff-entries.ts";

type StaffMenuProps = { name: string; role: StaffRole; onChoose: () => void; onLogOut: () => void };

/** The staff's menu. */
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
