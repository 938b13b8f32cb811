import { useLater } from "#web/ui/feedback/use-later.ts";
import styles from "./later-when-back.module.css";

const load = () => import("./when-back.tsx");
type Loaded = Awaited<ReturnType<typeof load>>;

/** When the next copy comes back, and the line for it: loaded where a title is out of stock, with room kept for it. */
export function LaterWhenBack(props: Parameters<Loaded["WhenBack"]>[0]) {
  const loaded = useLater(load); // without it, the page says already that it is out of stock
  // what is pressed here is said by the focus that follows it, not by the message around it a second time
  return (
    <div className={styles.room} aria-live="off">
      {loaded && <loaded.WhenBack {...props} />}
    </div>
  );
}
